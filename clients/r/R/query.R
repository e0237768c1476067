#' Compute the metrics of one person
#'
#' @param client A client from [query_client()].
#' @param ... Measurements by name and unit, such as `height_cm = 168`.
#' @param options Named list of options of the service, such as `population`.
#' @return A list with `data`, one element per metric.
#' @examples
#' \dontrun{
#' measure(query, sex = "female", age_years = 34, height_cm = 168, weight_kg = 61)$data$bmi
#' }
#' @export
measure <- function(client, ..., options = NULL) {
  assay_call(client, "POST", "/metrics", body = drop_null(list(parameters = list(...), options = options)))
}

#' Ask a question about body measurements in words
#'
#' @param client A client from [query_client()].
#' @param question The question.
#' @return A list with the answer in `data`.
#' @export
ask <- function(client, question) {
  assay_call(client, "POST", "/query", body = list(query = question))
}

#' Compute metrics for every row of a table
#'
#' @param client A client from [query_client()].
#' @param table A data frame with one person a row.
#' @param metrics Names of metrics.
#' @param ... Further parameters of the service: `population`, `map`, `sex_codes`.
#' @return The data frame with the metrics added.
#' @export
measure_table <- function(client, table, metrics = NULL, ...) {
  text <- send_table(client, table, list(output = "rows", metrics = metrics, ...))
  # The caller's own text stays text: "007" is no number, and "F" may be a name.
  header <- names(utils::read.csv(text = text, check.names = FALSE, colClasses = "character", nrows = 1))
  texts <- names(table)[vapply(table, function(column) is.character(column) || is.factor(column), logical(1))]
  texts <- intersect(texts, header)
  classes <- vapply(texts, function(name) "character", "")
  utils::read.csv(text = text, check.names = FALSE, na.strings = "", colClasses = if (length(texts)) classes else NA)
}

#' Compute prevalences and means of a nutrition survey
#'
#' The figures are those of WHO's software.
#'
#' @param client A client from [query_client()].
#' @param table A data frame with one child a row.
#' @param ... Further parameters of the service: `map`, `sex_codes`, `design`, `ages`.
#' @return A data frame with one row per figure of each group.
#' @export
survey <- function(client, table, ...) {
  text <- send_table(client, table, list(output = "tables", ...))
  utils::read.csv(text = text, check.names = FALSE)
}

send_table <- function(client, table, query) {
  lines <- utils::capture.output(utils::write.csv(table, row.names = FALSE, na = ""))
  bytes <- charToRaw(enc2utf8(paste0(paste(lines, collapse = "\n"), "\n")))
  assay_call(client, "POST", "/metrics/batch", query = query, file = bytes, type = "text/csv", parse = "text")
}

#' Call any operation of a service
#'
#' Every operation of the service's OpenAPI document can be called. A service that is busy and says for how long is asked
#' again, unless the work may be done already and would be done twice. A refusal is an error of class `assay_error`.
#'
#' @param client A client, see [clients].
#' @param method HTTP method.
#' @param path Path of the operation, such as `"/v1/molecules"`.
#' @param query Named list of query parameters; `NULL` values are left out.
#' @param body Named list that is sent as JSON.
#' @param file Path of a file, or a raw vector, that is sent as the body.
#' @param type Media type of `file`.
#' @param parse How to read the answer: `"json"`, `"text"` or `"raw"`.
#' @return The answer. Arrays of objects become data frames.
#' @section Errors:
#' The condition has the elements `code`, `status`, `field`, `issue`, `provided`, `request_id` and `retry_after`.
#' @examples
#' \dontrun{
#' tryCatch(
#'   assay_call(evidence, "GET", "/v1/molecules", query = list(limit = 0)),
#'   assay_error = function(refusal) refusal$field
#' )
#' }
#' @export
assay_call <- function(client, method, path, query = list(), body = NULL, file = NULL, type = NULL, parse = "json") {
  request <- new_request(client, method, path, query)
  if (!is.null(body)) request <- httr2::req_body_json(request, body, null = "null", digits = NA)
  if (is.raw(file)) request <- httr2::req_body_raw(request, file, type = type)
  if (is.character(file)) request <- httr2::req_body_file(request, file, type = type)
  perform(client, request, parse)
}

# `key` makes a POST of the audio service safe to send again: the same key gives the same job.
new_request <- function(client, method, path, query = list(), key = NULL) {
  request <- httr2::request(paste0(client$base_url, path))
  request <- httr2::req_method(request, method)
  request <- httr2::req_error(request, is_error = function(response) FALSE)
  if (!is.null(key)) request <- httr2::req_headers(request, "idempotency-key" = key)
  # Operations of query only compute.
  repeatable <- method %in% c("GET", "HEAD", "PUT", "DELETE") || !is.null(key) || client$service == "query"
  transient <- function(response) may_repeat(response, repeatable)
  request <- httr2::req_retry(request, max_tries = 3, is_transient = transient, after = retry_after)
  do.call(httr2::req_url_query, c(list(request), lapply(drop_null(query), as_text)))
}

perform <- function(client, request, parse) {
  response <- send(client, request)
  if (httr2::resp_status(response) == 401 && !is.null(client$account) && !is.null(client$token)) {
    sign_in(client)
    response <- send(client, request)
  }
  if (httr2::resp_status(response) >= 400) stop(refusal(response))
  if (httr2::resp_status(response) == 204) return(invisible(NULL))
  switch(parse,
    raw = httr2::resp_body_raw(response),
    text = httr2::resp_body_string(response),
    jsonlite::fromJSON(httr2::resp_body_string(response))
  )
}

# The credentials are added last: a renewed session has a new token.
send <- function(client, request) {
  if (!is.null(client$api_key)) request <- httr2::req_headers(request, "x-api-key" = client$api_key)
  if (!is.null(client$token)) request <- httr2::req_headers(request, authorization = paste("Bearer", client$token))
  tryCatch(
    httr2::req_perform(request),
    error = function(failure) {
      message <- paste0(client$base_url, " cannot be reached: ", conditionMessage(failure))
      stop(assay_error(message, code = "CONNECTION_FAILED", status = 0L))
    }
  )
}

# A 429 is given before anything is done. A 503 may hide that it was done: the database was lost at the commit.
may_repeat <- function(response, repeatable) {
  soon <- !is.na(retry_after(response)) && retry_after(response) <= 30
  soon && httr2::resp_status(response) %in% c(429L, if (repeatable) 503L)
}

retry_after <- function(response) {
  header <- httr2::resp_header(response, "retry-after")
  if (is.null(header)) NA_real_ else suppressWarnings(as.numeric(header))
}

refusal <- function(response) {
  status <- httr2::resp_status(response)
  outer <- tryCatch(jsonlite::fromJSON(httr2::resp_body_string(response)), error = function(failure) list())
  if (!is.list(outer)) outer <- list()
  inner <- if (is.list(outer$error)) outer$error else outer
  details <- if (is.list(inner$details)) inner$details else list()
  assay_error(
    first(inner$message, paste0("The server answered with status ", status, ".")),
    code = first(inner$code, inner$error_code, paste0("HTTP_", status)),
    status = status,
    field = details$field,
    issue = details$issue,
    provided = details$provided,
    request_id = first(httr2::resp_header(response, "x-request-id"), outer$request_id, details$request_id),
    retry_after = retry_after(response)
  )
}

assay_error <- function(message, code, status, field = NULL, issue = NULL, ...) {
  named <- if (!is.null(field) && !is.null(issue)) paste0(" (", field, ": ", issue, ")") else ""
  structure(
    class = c("assay_error", "error", "condition"),
    list(
      message = paste0(message, " [", code, "]", named), call = NULL,
      code = code, status = status, field = field, issue = issue, ...
    )
  )
}

first <- function(...) {
  for (value in list(...)) if (!is.null(value)) return(value)
  NULL
}

drop_null <- function(values) values[!vapply(values, is.null, logical(1))]

as_text <- function(value) {
  if (is.logical(value)) return(tolower(as.character(value)))
  # One by one: together they would get the same number of decimals.
  if (is.numeric(value)) value <- vapply(value, format, "", scientific = FALSE, trim = TRUE, digits = 15)
  paste(value, collapse = ",")
}

in_path <- function(value) utils::URLencode(as_text(value), reserved = TRUE, repeated = TRUE)

# A folder or a missing file is refused here: the HTTP library would send nothing, or fail without its name.
require_file <- function(file) {
  if (is.character(file) && length(file) == 1 && !is.na(file) && utils::file_test("-f", file)) return(invisible(file))
  stop(paste(format(file), collapse = ", "), " is not a file that can be read.", call. = FALSE)
}

# All pages of a list as one data frame. `items` is the name of the list in the answer.
all_pages <- function(client, path, items, query = list()) {
  pages <- list()
  repeat {
    page <- assay_call(client, "GET", path, query = query)
    pages[[length(pages) + 1L]] <- page[[items]]
    if (is.null(page$next_cursor)) break
    query$cursor <- page$next_cursor
  }
  bind_rows(pages)
}

# Data frames under each other; columns that a page lacks are missing values there.
bind_rows <- function(frames) {
  frames <- lapply(frames, function(frame) if (is.data.frame(frame)) jsonlite::flatten(frame) else data.frame())
  columns <- unique(unlist(lapply(frames, names)))
  filled <- lapply(frames, function(frame) {
    for (column in setdiff(columns, names(frame))) frame[[column]] <- rep(NA, nrow(frame))
    frame[columns]
  })
  filled <- filled[vapply(filled, nrow, integer(1)) > 0]
  if (length(filled) == 0) data.frame() else do.call(rbind, filled)
}

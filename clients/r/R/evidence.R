#' Import a file of a tool
#'
#' @param client A client from [evidence_client()].
#' @param file Path of the file.
#' @param run_id,run_name Run that the observations belong to, and its name.
#' @param format `"ndjson"`, `"csv"`, `"mztab"` or `"table"`; detected by default.
#' @param dry_run Import nothing and return how the file would be understood.
#' @return The import once it is stored, or the understanding.
#' @export
import_evidence <- function(client, file, run_id = NULL, run_name = NULL, format = NULL, dry_run = FALSE) {
  require_file(file)
  types <- c(ndjson = "application/x-ndjson", csv = "text/csv", mztab = "text/tab-separated-values", table = "text/plain")
  query <- list(
    run_id = run_id, run_name = run_name, format = format, dry_run = dry_run, file_name = basename(file)
  )
  type <- types[[if (is.null(format)) "table" else format]]
  state <- assay_call(client, "POST", "/v1/evidence/import", query = query, file = file, type = type)
  if (dry_run) return(state)
  while (!state$status %in% c("completed", "failed")) {
    Sys.sleep(0.3)
    state <- assay_call(client, "GET", paste0("/v1/imports/", in_path(state$import_id)))
  }
  if (state$status == "failed") {
    stop(assay_error(paste("The import failed:", state$failure), code = "IMPORT_FAILED", status = 0L))
  }
  state
}

#' Read the observations of a run
#'
#' @param client A client from [evidence_client()].
#' @param run_id The run.
#' @return A data frame with one row per observation.
#' @export
observations <- function(client, run_id) {
  path <- paste0("/v1/runs/", in_path(run_id), "/observations")
  all_pages(client, path, "observations", list(sort = "observation_id", limit = 1000))
}

#' Make the report of a run
#'
#' @param client A client from [evidence_client()].
#' @param run_id The run.
#' @param format `"json"` for a list, `"tsv"` for a data frame, `"html"` for a page to print.
#' @return The report; it can be computed again by its `result_hash`.
#' @export
report <- function(client, run_id, format = c("json", "tsv", "html")) {
  format <- match.arg(format)
  query <- list(format = if (format == "json") NULL else format)
  parse <- if (format == "json") "json" else "text"
  answer <- assay_call(client, "POST", "/v1/reports", query = query, body = list(run_id = run_id), parse = parse)
  if (format == "tsv") utils::read.delim(text = answer, check.names = FALSE, quote = "", comment.char = "") else answer
}

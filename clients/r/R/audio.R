#' Add a track to the library
#'
#' @param client A client from [audio_client()].
#' @param file Path of an audio file.
#' @param title,artist What to call it.
#' @return A list with `track_id` and `job_id`; see [wait_for_job()].
#' @export
add_track <- function(client, file, title = NULL, artist = NULL) {
  require_file(file)
  # Not from R's own random numbers, which a script may have set to repeat.
  key <- paste(openssl::rand_bytes(16), collapse = "")
  request <- new_request(client, "POST", "/api/v1/tracks", key = key)
  parts <- drop_null(list(title = title, artist = artist, file = curl::form_file(file, type = "application/octet-stream")))
  perform(client, do.call(httr2::req_body_multipart, c(list(request), parts)), "json")
}

#' Wait until a job has ended
#'
#' @param client A client from [audio_client()].
#' @param job_id The job.
#' @return The job. One that failed or was cancelled is an error.
#' @export
wait_for_job <- function(client, job_id) {
  repeat {
    job <- assay_call(client, "GET", paste0("/api/v1/jobs/", in_path(job_id)))
    if (job$status == "completed") return(job)
    if (job$status %in% c("failed", "cancelled")) {
      message <- paste0("The job ", job_id, " ended as ", job$status, ": ", first(job$error$message, job$error, ""))
      stop(assay_error(message, code = paste0("JOB_", toupper(job$status)), status = 0L))
    }
    Sys.sleep(0.3)
  }
}

#' Read the tracks of the library
#'
#' @param client A client from [audio_client()].
#' @param ... Filters of the service, such as `tempo_min` or `mood`.
#' @return A data frame with one row per track.
#' @export
tracks <- function(client, ...) {
  pages <- list()
  offset <- 0
  repeat {
    page <- assay_call(client, "GET", "/api/v1/tracks", query = list(..., limit = 500, offset = offset))
    pages[[length(pages) + 1L]] <- page$tracks
    offset <- offset + NROW(page$tracks)
    if (NROW(page$tracks) == 0 || offset >= page$total) break
  }
  bind_rows(pages)
}

#' Search the library by words
#'
#' @param client A client from [audio_client()].
#' @param words What to look for, such as `"dark and slow"`.
#' @param top_k How many tracks to return.
#' @return A data frame with the best tracks first.
#' @export
search_tracks <- function(client, words, top_k = 10) {
  assay_call(client, "POST", "/api/v1/semantic/search", body = list(query = words, top_k = top_k))$results
}

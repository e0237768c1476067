#' Create a client of a service
#'
#' @param base_url Address of the service, such as `"http://localhost:8080"`.
#' @param api_key API key, where the operator asks for one.
#' @param token Access token, where the operator asks for one.
#' @param username,password Account of an evidence service. The client signs in at once, and again when its session ends.
#' @return A client, the first argument of the other functions.
#' @examples
#' query <- query_client("http://localhost:8080")
#' @name clients
NULL

#' @rdname clients
#' @export
query_client <- function(base_url, api_key = NULL, token = NULL) {
  new_client(base_url, "query", api_key = api_key, token = token)
}

#' @rdname clients
#' @export
audio_client <- function(base_url, api_key = NULL) {
  new_client(base_url, "audio", api_key = api_key)
}

#' @rdname clients
#' @export
evidence_client <- function(base_url, username = NULL, password = NULL, token = NULL) {
  client <- new_client(base_url, "evidence", token = token)
  if (!is.null(username)) {
    client$account <- list(username = username, password = password)
    sign_in(client)
  }
  client
}

# An environment, so that a renewed session is seen by every holder of the client.
new_client <- function(base_url, service, api_key = NULL, token = NULL) {
  client <- new.env(parent = emptyenv())
  client$base_url <- sub("/+$", "", base_url)
  client$service <- service
  client$api_key <- api_key
  client$token <- token
  class(client) <- "assay_client"
  client
}

#' @export
print.assay_client <- function(x, ...) {
  cat("<assay ", x$service, " at ", x$base_url, ">\n", sep = "")
  invisible(x)
}

sign_in <- function(client) {
  # A renewal that fails leaves the old token, so that the next call tries again.
  token <- client$token
  on.exit(client$token <- token)
  client$token <- NULL
  session <- assay_call(client, "POST", "/v1/auth/login", body = client$account)
  token <- session$access_token
  invisible(client)
}

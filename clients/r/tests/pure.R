# What needs no service. `R CMD check` runs it; a failing stopifnot() fails the check.
library(assayclient)

inside <- asNamespace("assayclient")
refused <- function(expression) tryCatch(expression, assay_error = identity)

# Values in addresses
stopifnot(
  inside$as_text(TRUE) == "true",
  inside$as_text(1e5) == "100000",
  inside$as_text(c(0.1, 100)) == "0.1,100",
  inside$as_text(c("a", "b")) == "a,b",
  inside$in_path("a/b ?") == "a%2Fb%20%3F",
  identical(inside$drop_null(list(a = 1, b = NULL)), list(a = 1)),
  identical(inside$first(NULL, 2, 3), 2),
  is.null(inside$first(NULL))
)

# Pages
pages <- inside$bind_rows(list(data.frame(a = 1:2), data.frame(a = 3L, b = "x"), list()))
stopifnot(
  identical(pages$a, 1:3),
  identical(pages$b, c(NA, NA, "x")),
  identical(inside$bind_rows(list()), data.frame()),
  identical(inside$bind_rows(list(list(), NULL)), data.frame())
)

# Refusals
answer <- function(status, body, headers = list()) {
  httr2::response(status_code = status, body = charToRaw(body), headers = headers)
}
envelope <- '{"error": {"code": "INVALID", "message": "limit is too small", "details": {"field": "limit", "issue": "must be 1"}}}'
one <- inside$refusal(answer(422, envelope, list("x-request-id" = "r-1")))
stopifnot(
  inherits(one, "assay_error"), inherits(one, "error"),
  one$status == 422, one$code == "INVALID", one$field == "limit", one$issue == "must be 1", one$request_id == "r-1",
  conditionMessage(one) == "limit is too small [INVALID] (limit: must be 1)"
)
for (body in c("", "<html>", "[]", "null", "7", '"text"', '{"error": "plain"}')) {
  bare <- inside$refusal(answer(502, body))
  stopifnot(bare$status == 502, bare$code == "HTTP_502", is.null(bare$field))
}

# Waiting
busy <- function(status, seconds) answer(status, "", list("retry-after" = seconds))
stopifnot(
  inside$may_repeat(busy(429, "1"), FALSE),
  inside$may_repeat(busy(503, "1"), TRUE),
  !inside$may_repeat(busy(503, "1"), FALSE),
  !inside$may_repeat(busy(429, "3600"), TRUE),
  !inside$may_repeat(busy(429, "Mon, 16 Nov 2026 00:00:00 GMT"), TRUE),
  !inside$may_repeat(answer(429, ""), TRUE)
)

# Clients
client <- query_client("http://127.0.0.1:1///", api_key = "secret")
stopifnot(
  client$base_url == "http://127.0.0.1:1",
  identical(utils::capture.output(print(client)), "<assay query at http://127.0.0.1:1>")
)
away <- refused(measure(client, height_cm = 180))
stopifnot(away$code == "CONNECTION_FAILED", away$status == 0L, grepl("cannot be reached", conditionMessage(away)))

# Files
for (wrong in list(tempdir(), tempfile(), character(0), NA_character_)) {
  for (send in list(add_track, import_evidence)) {
    failure <- tryCatch(send(client, wrong), error = conditionMessage)
    stopifnot(grepl("is not a file that can be read", failure, fixed = TRUE))
  }
}

# Against running services: each part runs where QUERY_URL, EVIDENCE_URL or AUDIO_URL is set.
library(assayclient)

given <- function(name) nzchar(Sys.getenv(name))
refused <- function(expression) tryCatch(expression, assay_error = identity)

if (given("QUERY_URL")) {
  query <- query_client(Sys.getenv("QUERY_URL"), api_key = Sys.getenv("QUERY_KEY"))
  answer <- measure(query, height_cm = 180, weight_kg = 81)
  stopifnot(abs(answer$data$bmi - 25) < 1e-9)

  children <- data.frame(
    id = c("007", "F"), sex = c("m", "f"), age_months = c(24, NA), weight_kg = c(12.2, 13.9), height_cm = c(87.1, 95.1)
  )
  scored <- measure_table(query, children, metrics = c("weight_for_age_z", "bmi"))
  stopifnot(identical(scored$id, children$id), abs(scored$weight_for_age_z[1]) < 0.1, is.na(scored$weight_for_age_z[2]))
  figures <- survey(query, children)
  stopifnot(all(c("group", "index", "statistic", "estimate", "low", "high") %in% names(figures)))

  wrong <- refused(measure(query, height_cm = -1))
  stopifnot(wrong$status == 422, grepl("height_cm", wrong$field), !is.null(wrong$request_id))
  stranger <- query_client(Sys.getenv("QUERY_URL"), api_key = "wrong")
  stopifnot(refused(measure(stranger, height_cm = 180, weight_kg = 81))$status == 401)
}

if (given("EVIDENCE_URL")) {
  password <- "correct horse battery staple"
  evidence <- evidence_client(Sys.getenv("EVIDENCE_URL"), username = "ada", password = password)
  stopifnot(refused(evidence_client(Sys.getenv("EVIDENCE_URL"), "ada", "wrong password"))$status == 401)
  stopifnot(refused(observations(evidence, "no such run"))$status == 404)
  # A session that has ended is renewed.
  evidence$token <- "ended"
  stopifnot(is.list(assay_call(evidence, "GET", "/v1/auth/users/me")))
}

if (given("AUDIO_URL")) {
  audio <- audio_client(Sys.getenv("AUDIO_URL"), api_key = Sys.getenv("AUDIO_KEY"))
  none <- tracks(audio, text = "a title that no track has")
  stopifnot(is.data.frame(none), nrow(none) == 0)
  stopifnot(refused(wait_for_job(audio, "00000000-0000-4000-8000-000000000000"))$status == 404)
  stopifnot(refused(tracks(audio_client(Sys.getenv("AUDIO_URL"), api_key = "wrong")))$status == 401)
}

# From the tables of three tools to a report. Needs EVIDENCE_URL and the folder DEMO_RUN (assay-evidence demo demo-run).
library(assayclient)

client <- evidence_client(Sys.getenv("EVIDENCE_URL"), username = "ada", password = "correct horse battery staple")
files <- Sys.glob(file.path(Sys.getenv("DEMO_RUN"), "demo_*.tsv"))
stopifnot(length(files) > 0)
for (file in files) {
  done <- import_evidence(client, file, run_id = "r-example", run_name = "Demonstration run")
  cat(basename(file), done$items_added, "added,", done$error_count, "faulty\n")
}
table <- observations(client, "r-example")
stopifnot(nrow(table) > 10, all(table$none >= 0 & table$none <= 1))
made <- report(client, "r-example")
stopifnot(!made$calibrated, nchar(made$result_hash) > 20)
cat(nrow(table), "observations, report", made$result_hash, "\n")

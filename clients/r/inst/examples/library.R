# From an audio file to the library. Needs AUDIO_URL and the file TRACK.
library(assayclient)

client <- audio_client(Sys.getenv("AUDIO_URL"), api_key = Sys.getenv("AUDIO_KEY"))
accepted <- add_track(client, Sys.getenv("TRACK"), title = "Example of R")
job <- wait_for_job(client, accepted$job_id)
found <- tracks(client)
stopifnot("Example of R" %in% found$title)
print(found[found$title == "Example of R", c("title", "duration", "tempo", "music")])

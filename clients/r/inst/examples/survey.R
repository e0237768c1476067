# From a survey's table to prevalences. Needs QUERY_URL. The children are drawn here.
library(assayclient)

client <- query_client(Sys.getenv("QUERY_URL"), api_key = Sys.getenv("QUERY_KEY"))
set.seed(7)
age <- sample(6:59, 300, replace = TRUE)
height <- 45.5 + 8.15 * sqrt(age) + rnorm(300, sd = 3.2)
children <- data.frame(
  cluster = rep(1:15, each = 20), sex = sample(c("m", "f"), 300, replace = TRUE), age_months = age,
  weight_kg = round(15.1 * (height / 100)^2 + rnorm(300, sd = 0.9), 1), height_cm = round(height, 1)
)
figures <- survey(client, children)
wasted <- figures[figures$group == "All" & figures$index == "weight_for_length_height" & figures$statistic == "below_-2", ]
stopifnot(nrow(wasted) == 1, wasted$estimate > 0, wasted$estimate < 100)
cat("wasted:", round(wasted$estimate, 1), "%\n")

# Asked by rscript.py. Texts come and go as code points, one a line, so that no quoting, encoding or
# line end can change them.
given <- commandArgs(trailingOnly = TRUE)
read <- function(lines) vapply(strsplit(lines, " ", fixed = TRUE), function(codes) {
  if (identical(codes, "NA")) NA_character_ else intToUtf8(as.integer(codes))
}, "")
write <- function(texts) vapply(texts, function(text) {
  if (is.na(text)) "NA" else paste(utf8ToInt(enc2utf8(text)), collapse = " ")
}, "", USE.NAMES = FALSE)
number <- function(values) ifelse(is.na(values), "NA", sprintf("%.17g", values))
table_of <- function(path, as) {
  cells <- strsplit(readLines(path), "\t", fixed = TRUE)
  found <- data.table::data.table(
    x = read(vapply(cells, `[`, "", 1)), y = as(vapply(cells, `[`, "", 2))
  )
  data.table::setkeyv(found, "x")[]
}

if (given[[1]] == "versions") {
  for (name in given[-1]) {
    found <- tryCatch(as.character(utils::packageVersion(name)), error = function(e) "")
    cat(name, "\t", found, "\n", sep = "")
  }
  cat("R\t", as.character(getRversion()), "\n", sep = "")
} else if (given[[1]] == "table") {
  key <- get(given[[2]], envir = asNamespace("lexicon"))
  words <- write(as.character(key[["x"]]))
  writeLines(paste(words, number(as.numeric(key[["y"]])), sep = "\t"), given[[3]])
} else {
  texts <- read(readLines(given[[2]]))
  options <- list(sentimentr::get_sentences(texts))
  if (length(given) > 3) {
    options$polarity_dt <- table_of(given[[4]], as.numeric)
    options$valence_shifters_dt <- table_of(given[[5]], as.character)
  }
  before <- proc.time()[["elapsed"]]
  scores <- do.call(sentimentr::sentiment, options)
  took <- proc.time()[["elapsed"]] - before
  sentences <- unlist(lapply(options[[1]], function(part) if (length(part)) part else ""))
  stopifnot(length(sentences) == nrow(scores))
  writeLines(c(
    number(took),
    paste(scores$element_id, scores$sentence_id, number(scores$word_count), number(scores$sentiment),
      write(sentences), sep = "\t")
  ), given[[3]])
}

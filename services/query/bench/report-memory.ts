/** Loaded before a measured program: says at its end how much memory it held at most. */
process.on('exit', () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\n`))

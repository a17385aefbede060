/** A series with the label of its listener before its others. */
const labelled = (series: string, listener: number): string => {
  const label = `listener="${listener}"`
  const brace = series.indexOf("{")
  const end = series.indexOf(" ")
  return brace >= 0 && brace < end
    ? `${series.slice(0, brace)}{${label},${series.slice(brace + 1)}`
    : `${series.slice(0, end)}{${label}}${series.slice(end)}`
}

/**
 * The metrics of listeners in Prometheus' text format as one text: each series has the label `listener`. Series of one
 * metric follow its description together, as the format requires.
 */
export const joinMetrics = (texts: ReadonlyArray<readonly [listener: number, text: string]>): string => {
  const metrics = new Map<string, { readonly described: Array<string>; readonly series: Array<string> }>()
  for (const [listener, text] of texts) {
    let metric: { readonly described: Array<string>; readonly series: Array<string> } | undefined
    for (const line of text.split("\n")) {
      if (line === "") continue
      const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? []
      if (name === undefined) {
        metric?.series.push(labelled(line, listener))
        continue
      }
      metric = metrics.get(name) ?? { described: [], series: [] }
      metrics.set(name, metric)
      if (!metric.described.includes(line)) metric.described.push(line)
    }
  }
  return [...metrics.values()]
    .map(({ described, series }) => [...described, ...series, ""].join("\n"))
    .join("")
}

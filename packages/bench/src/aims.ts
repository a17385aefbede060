/** A bound that a figure should keep. */
type Bound = { readonly atMost: number } | { readonly atLeast: number }

const lines: Array<string> = []

const shown = (figure: number) =>
  figure.toLocaleString("en", { maximumFractionDigits: figure < 10 ? 2 : figure < 100 ? 1 : 0 })

/** Holds a figure against its aim; `tellAims` prints all of them. */
export const aim = (what: string, figure: number, unit: string, bound: Bound): void => {
  const [word, limit, isMet] =
    "atMost" in bound
      ? (["at most", bound.atMost, figure <= bound.atMost] as const)
      : (["at least", bound.atLeast, figure >= bound.atLeast] as const)
  lines.push(
    `  ${isMet ? "met   " : "missed"} ${what.padEnd(60)} ${shown(figure).padStart(9)} ${unit.padEnd(8)} ${word} ${shown(limit)}`,
  )
}

/** Prints the figures that have an aim. Times and rates need a machine without other work; ratios need less. */
export const tellAims = (): void => {
  console.log(`\nAims\n${lines.join("\n")}`)
}

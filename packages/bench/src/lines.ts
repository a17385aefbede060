/** A bound that a figure should keep; `share` is one of its reference's. */
type Bound = { readonly atMost: number } | { readonly atLeast: number } | { readonly share: number }

/** The figure of a bare reference, measured in the same run. */
interface Reference {
  readonly name: string
  readonly figure: number
}

/** A figure, with its aim and the reference that it is next to. */
export interface Line {
  readonly what: string
  readonly figure: number
  /** Of `a second` and `of 40` more is better, of every other unit less. */
  readonly unit: string
  readonly bound?: Bound
  readonly reference?: Reference
  /** Reported in the table only if its aim is missed. */
  readonly isOneOfMany?: boolean
}

const lines: Array<Line> = []

/** Sends a line to the process that started this one as a part of a run, else keeps it. */
const send = (line: Line): void => {
  if (process.send === undefined) lines.push(line)
  else process.send(line)
}

/** Adds a figure to the run's result. */
export const figure = (
  what: string,
  value: number,
  unit: string,
  more: Pick<Line, "bound" | "reference" | "isOneOfMany"> = {},
): void => send({ what, figure: value, unit, ...more })

/** Adds a figure that has an aim, and mostly a reference. */
export const aim = (
  what: string,
  value: number,
  unit: string,
  bound: Bound,
  reference?: readonly [name: string, figure: number],
): void =>
  figure(what, value, unit, {
    bound,
    ...(reference === undefined ? {} : { reference: { name: reference[0], figure: reference[1] } }),
  })

/** How good a figure is next to another one of its unit: more than 1 is better than it. */
export const shareOf = (unit: string, value: number, beside: number): number =>
  unit === "a second" || unit === "of 40" ? value / beside : beside / value

const isMet = ({ bound, figure: value, reference, unit }: Line): boolean => {
  if (bound === undefined) return true
  if ("atMost" in bound) return value <= bound.atMost
  if ("atLeast" in bound) return value >= bound.atLeast
  return reference !== undefined && shareOf(unit, value, reference.figure) >= bound.share
}

/** A figure in as many digits as a reader needs. */
export const shown = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

export const boundInWords = (bound: Bound): string => {
  if ("atMost" in bound) return `at most ${shown(bound.atMost)}`
  if ("atLeast" in bound) return `at least ${shown(bound.atLeast)}`
  return `${shown(bound.share)} of it`
}

const verdict = (line: Line): string => {
  if (line.bound === undefined) return "      "
  return isMet(line) ? "met   " : "missed"
}

/** The lines of a part with an aim or a reference, a text line each: the figure, the aim, the share of its reference. */
export const inWords = (all: ReadonlyArray<Line>): ReadonlyArray<string> =>
  all
    .filter(({ bound, reference }) => bound !== undefined || reference !== undefined)
    .filter((line) => line.isOneOfMany !== true || !isMet(line))
    .map((line) => {
      const { bound, figure: value, reference, unit, what } = line
      const beside =
        reference === undefined
          ? ""
          : `${shown(shareOf(unit, value, reference.figure)).padStart(7)} of ${reference.name}, ${shown(reference.figure)}`
      return (
        `  ${verdict(line)} ${what.padEnd(54)} ${shown(value).padStart(9)} ${unit.padEnd(8)} ` +
        `${(bound === undefined ? "" : boundInWords(bound)).padEnd(16)}${beside}`
      ).trimEnd()
    })

/** Prints the lines of a program that measures one thing on its own. */
export const printTargets = (): void => {
  console.log(`\nAims\n${inWords(lines).join("\n")}`)
}

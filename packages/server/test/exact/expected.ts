import type { Happened, Life } from "./life.ts"

/** A question for `count_by`. */
export interface ExactQuestion {
  readonly of: keyof Life
  readonly by?: ReadonlyArray<string>
  readonly measure?: string
  readonly where?: Readonly<Record<string, string>>
  readonly from?: string
  readonly to?: string
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const times = ["year", "month", "week", "day", "weekday", "hour"]

const mondayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

const labelsOf = ({ day, hour, labels }: Happened, name: string): ReadonlyArray<string> => {
  switch (name) {
    case "year":
      return [day.slice(0, 4)]
    case "month":
      return [day.slice(0, 7)]
    case "week":
      return [mondayOf(day)]
    case "day":
      return [day]
    case "weekday":
      return [weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""]
    case "hour":
      return hour === undefined ? [] : [`${hour < 10 ? "0" : ""}${hour}:00`]
    default:
      return labels[name] ?? []
  }
}

const round = (value: number) => Math.round(value * 100) / 100

/** The groups of a question by their labels, each with its count and sum. */
export const expectedOf = (life: Life, { by = [], from, measure, of, to, where = {} }: ExactQuestion) => {
  const everything: ReadonlyArray<Happened> = life[of]
  const wanted = everything.filter(
    (thing) =>
      (from === undefined || thing.day >= from) &&
      (to === undefined || thing.day <= to) &&
      (measure === undefined || (thing.numbers[measure] ?? 0) !== 0) &&
      Object.entries(where).every(([name, value]) => labelsOf(thing, name).includes(value)),
  )
  const groups = new Map<string, { count: number; sum: number }>()
  for (const thing of wanted) {
    const labels = by.map((name) => [...new Set(labelsOf(thing, name))])
    for (const first of labels[0] ?? [])
      for (const second of by.length === 1 ? [""] : (labels[1] ?? [])) {
        const key = second === "" ? first : `${first} | ${second}`
        const { count, sum } = groups.get(key) ?? { count: 0, sum: 0 }
        const value = measure === undefined ? 0 : (thing.numbers[measure] ?? 0)
        groups.set(key, { count: count + 1, sum: sum + value })
      }
  }
  const sum = wanted.reduce(
    (all, thing) => all + (measure === undefined ? 0 : (thing.numbers[measure] ?? 0)),
    0,
  )
  return { groups, total: wanted.length, sum: round(sum) }
}

/** True if the order of a question's groups is that of time. */
export const isInOrderOfTime = ({ by: [first = ""] = [] }: ExactQuestion) => times.includes(first)

export { round }

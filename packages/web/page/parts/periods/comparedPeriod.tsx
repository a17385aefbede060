import "./comparedPeriod.css"
import { isDay } from "../../data/queryString.ts"
import { longMonth, month, number, percent, shortDay, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { navigate, usePlace, withQuery } from "../../router.tsx"

const { periods } = messages

/** The comparison of a period with the one before, as overviews of domains return it. */
export interface Compared {
  readonly period: {
    readonly name: string
    readonly from: string
    readonly to: string
    readonly is_fallback: boolean
  }
  readonly previous?: { readonly from: string; readonly to: string; readonly count: number }
  readonly count: number
  readonly granularity: string
  readonly points: ReadonlyArray<{
    readonly start: string
    readonly count: number
    readonly previous?: number
  }>
}

const isName = (name: string) => name in periods.names || /^\d{4}(-\d{2})?$/.test(name)

/** The period of an address in a query of the API: `period=2026-11`; "" for `standard`, the API's own. */
export const periodQuery = (query: URLSearchParams, standard = ""): string => {
  const [name, from, to] = ["period", "from", "to"].map((one) => query.get(one) ?? "")
  if (name !== undefined && isName(name)) return `period=${name}`
  if (isDay(from ?? "") && isDay(to ?? "") && (from ?? "") <= (to ?? "")) return `from=${from}&to=${to}`
  return standard === "" ? "" : `period=${standard}`
}

/** The name of a month; with its year unless it is this one. */
const monthName = (day: string) => (day.slice(0, 4) === today().slice(0, 4) ? longMonth(day) : month(day))

/** The name of a period in a sentence. */
export const periodName = ({
  from,
  name,
  to,
}: {
  readonly name: string
  readonly from: string
  readonly to: string
}): string =>
  /^\d{4}$/.test(name)
    ? name
    : /^\d{4}-\d{2}$/.test(name)
      ? monthName(from)
      : (periods.names[name] ?? periods.range(shortDay(from), shortDay(to)))

/** The number of days of a period, both ends counted. */
export const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The name of the period before. */
export const previousName = ({ period: { name }, previous }: Compared): string | undefined => {
  if (previous === undefined) return undefined
  if (/^\d{4}$/.test(name)) return previous.from.slice(0, 4)
  return /^\d{4}-\d{2}$/.test(name) ? monthName(previous.from) : periods.before(daysOf(previous))
}

/** States that a period had nothing, and which one is shown instead; nothing if it is the one that the address names. */
export const FallbackNote = ({
  asked: standard = "",
  compared: { period },
  query,
}: {
  readonly compared: Compared
  readonly query: URLSearchParams
  /** The period that an address without one names; this month if it is left out. */
  readonly asked?: string
}) => {
  if (!period.is_fallback) return undefined
  const name = query.get("period") ?? (query.get("from") === null ? standard : "")
  const asked =
    name === "" && query.get("from") === null
      ? monthName(today())
      : name in periods.names
        ? periods.last(periods.names[name] ?? "")
        : isName(name)
          ? periodName({ name, from: `${name}-01`, to: "" })
          : periods.asked
  const shown =
    period.name in periods.names
      ? periods.range(shortDay(period.from), shortDay(period.to))
      : periodName(period)
  return (
    <p class="fallback" role="status">
      {periods.fallback(asked, shown)}
    </p>
  )
}

/** The change since the period before, with both numbers. */
export const Change = ({
  compared,
  count = compared.count,
  before = compared.previous?.count,
}: {
  readonly compared: Compared
  readonly count?: number
  readonly before?: number | undefined
}) => {
  const name = previousName(compared)
  if (name === undefined || before === undefined) return undefined
  if (before === 0) return <span class="chip">{periods.none(name)}</span>
  if (before === count) return <span class="chip">{periods.same(name)}</span>
  return (
    <span class="chip compared-chip">
      <b class={count > before ? "rise" : ""}>
        {count > before ? "↑" : "↓"} {percent(Math.abs(count - before) / before)}
      </b>{" "}
      {periods.against(before, name)}
    </span>
  )
}

/** The choice of a period: rolling ones, this month, this year, all time, or any days. */
export const PeriodChoice = ({ standard = "" }: { readonly standard?: string }) => {
  const address = usePlace()
  const query = new URLSearchParams(address.split("?")[1])
  const year = today().slice(0, 4)
  const thisMonth = today().slice(0, 7)
  const options = [
    { value: "7day", label: periods.names["7day"] ?? "" },
    { value: thisMonth, label: monthName(today()) },
    { value: "3month", label: periods.names["3month"] ?? "" },
    { value: year, label: year },
    { value: "overall", label: periods.names["overall"] ?? "" },
  ]
  const asked = periodQuery(query)
  const current = asked === "" ? standard || thisMonth : asked.replace("period=", "")
  const to = (value: string) =>
    withQuery(address, { period: value === (standard || thisMonth) ? "" : value, from: "", to: "" })
  const isOther = !options.some(({ value }) => value === current)
  return (
    <div class="period-choice">
      <ul class="choices" aria-label={periods.label}>
        {options.map(({ label, value }) => (
          <li key={value}>
            <a href={to(value).slice(1)} {...(value === current ? { "aria-current": "true" as const } : {})}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <details class="period-own" open={isOther}>
        <summary>{periods.choose}</summary>
        <form
          aria-label={periods.chooseLabel}
          onSubmit={(event) => {
            event.preventDefault()
            const values = new FormData(event.currentTarget)
            const [from = "", to = ""] = [String(values.get("from")), String(values.get("to"))].sort()
            navigate(withQuery(address, { period: "", from, to }))
          }}
        >
          <label class="field">
            <span class="quiet small">{messages.filters.from}</span>
            <input type="date" name="from" required defaultValue={query.get("from") ?? ""} />
          </label>
          <label class="field">
            <span class="quiet small">{messages.filters.to}</span>
            <input type="date" name="to" required max={today()} defaultValue={query.get("to") ?? today()} />
          </label>
          <button type="submit" class="button">
            {periods.show}
          </button>
        </form>
      </details>
    </div>
  )
}

/** A count of a period, large, with words below it. */
export const Headline = ({ figure, words }: { readonly figure: string | number; readonly words: string }) => (
  <div>
    <p class="headline">{typeof figure === "number" ? number(figure) : figure}</p>
    <p class="quiet">{words}</p>
  </div>
)

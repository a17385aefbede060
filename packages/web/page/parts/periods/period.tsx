import type { Answer } from "../../data/responses.ts"
import { isYear } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../lists/choices.tsx"

const { spans } = messages

/** A span that an address need not name. */
type Standard = "12month" | "overall"

const named: ReadonlyArray<{ readonly value: Standard; readonly label: string }> = [
  { value: "12month", label: spans.months },
  { value: "overall", label: spans.all },
]

/**
 * The range of the span that an address names, in a query of the API: `from=2025-12-01`; "" for all time. Twelve months are whole ones, up to
 * this one.
 */
export const rangeOfSpan = (query: URLSearchParams, standard: Standard = "12month"): string => {
  const asked = query.get("period") ?? ""
  if (isYear(asked)) return `from=${asked}-01-01&to=${asked}-12-31`
  const span = named.find(({ value }) => value === asked)?.value ?? standard
  if (span === "overall") return ""
  const [year = 0, month = 1] = today().split("-").map(Number)
  return `from=${new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)}`
}

/** The choice of a span: the last twelve months, all time, or one of the domain's years. */
export const Spans = ({
  domain,
  standard = "12month",
}: {
  readonly domain: string
  readonly standard?: Standard
}) => {
  const years = useRead<Answer<"listening", "trends">>(`/v1/${domain}/trends?by=year`).data?.points ?? []
  return (
    <Choices
      label={spans.label}
      name="period"
      standard={standard}
      options={[
        ...named.toSorted((one) => (one.value === standard ? -1 : 1)),
        ...years
          .map(({ start }) => start.slice(0, 4))
          .toReversed()
          .map((year) => ({ value: year, label: year })),
      ]}
    />
  )
}

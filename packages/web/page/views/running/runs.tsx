import type { Answer } from "../../data/responses.ts"
import { askedBy, isDay, isOneOf, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, month } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order, Pick, DateField } from "../../parts/lists/filters.tsx"
import type { Address } from "../../router.tsx"
import { RunningHead } from "./head.tsx"
import { type Run, RunLines } from "./runLine.tsx"

const { running } = messages

const sorts = [
  { value: "started", label: running.sorts.started, reversed: "asc" },
  { value: "distance", label: running.sorts.distance, reversed: "asc" },
  { value: "duration", label: running.sorts.duration, reversed: "asc" },
  { value: "pace", label: running.sorts.pace, reversed: "desc" },
  { value: "elevation", label: running.sorts.elevation, reversed: "asc" },
] as const

const filters = {
  q: isText,
  race: isOneOf(["true", "false"]),
  gear: isText,
  from: isDay,
  to: isDay,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** All runs: by name, in a range, only races, in a pair of shoes; in several orders. */
const Runs = ({ query }: Address) => {
  const path = pathWithQuery("/v1/running/activities", askedBy(query, filters))
  const read = useRead<Answer<"running", "activities">>(firstPage(path))
  const gear = useRead<Answer<"running", "gear">>("/v1/running/gear?limit=100")
  const isByTime = (query.get("sort") ?? "started") === "started"
  return (
    <div class="hue-running">
      <RunningHead lead={lengthOf(read.data, running.runsOf)} />
      <Find label={running.find} />
      <Filters names={["race", "gear", "from", "to", "sort", "order"]}>
        <Pick
          label={running.kind}
          name="race"
          options={[
            { value: "", label: running.kinds.all },
            { value: "true", label: running.kinds.true },
            { value: "false", label: running.kinds.false },
          ]}
        />
        <Pick
          label={running.gear}
          name="gear"
          options={[
            { value: "", label: messages.filters.any },
            ...(gear.data?.data.map(({ id, name }) => ({ value: id, label: name === "" ? id : name })) ?? []),
          ]}
        />
        <DateField label={messages.filters.from} name="from" />
        <DateField label={messages.filters.to} name="to" />
        <Order sorts={sorts} />
      </Filters>
      <Endless<Run>
        path={path}
        empty={<NoMatches />}
        {...(isByTime
          ? {
              groupOf: (run: Run) => dayOf(run.started_at).slice(0, 7),
              headingOf: (group: string) => month(`${group}-01`),
            }
          : {})}
      >
        {(runs) => <RunLines runs={runs} />}
      </Endless>
    </div>
  )
}

export default Runs

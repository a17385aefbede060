import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, distance, shortDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { MapOf } from "../../parts/map.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { type Address, navigate, place, withQuery } from "../../router.tsx"
import { RunningHead } from "./head.tsx"

const { running } = messages

/** All runs on a map, or those of a year: frequent ways are darker, and each line opens its run. */
const Trails = ({ query }: Address) => {
  const asked = query.get("year") ?? ""
  const range = isYear(asked) ? `from=${asked}-01-01&to=${asked}-12-31` : ""
  const path = pathWithQuery("/v1/running/map", range)
  const read = useRead<Answer<"running", "map">>(path)
  const years = useRead<Answer<"running", "years">>("/v1/running/stats/years?limit=100")
  const lines = useMemo(
    () =>
      read.data?.features.map(({ geometry, id, properties }) => ({
        id,
        coordinates: geometry.coordinates,
        name: [
          properties.name,
          distance(properties.distance_mi),
          shortDay(dayOf(properties.started_at)),
        ].join(" · "),
        to: itemPath("running", { type: "run", id }),
      })) ?? [],
    [read.data],
  )
  return (
    <div class="hue-running">
      <RunningHead />
      <Choices
        label={running.year}
        name="year"
        options={[
          { value: "", label: running.allYears },
          ...(years.data?.data.map(({ year }) => ({ value: String(year), label: String(year) })) ?? []),
        ]}
      />
      <Shown path={path} read={read} lines={10}>
        {() =>
          lines.length === 0 && range === "" ? (
            <NothingYet />
          ) : (
            <MapOf
              key={range}
              label={running.onMap(lines.length)}
              lines={lines}
              height={560}
              at={query.get("at")}
              onMoved={(to) => navigate(withQuery(place.get(), { at: to }), { replace: true })}
            />
          )
        }
      </Shown>
    </div>
  )
}

export default Trails

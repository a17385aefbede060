import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, distance, pace, shortDay } from "../../format.ts"
import { messages } from "../../messages.ts"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { withQuery } from "../../router.tsx"
import { RunningHead } from "./head.tsx"

const { running } = messages

/** The shoes, with the distance that was run in each. */
const Gear = () => {
  const path = "/v1/running/gear?limit=100"
  const read = useRead<Answer<"running", "gear">>(path)
  return (
    <div class="hue-running">
      <RunningHead />
      <Shown path={path} read={read} lines={6}>
        {({ data }) => {
          if (data.length === 0) return <NothingYet />
          const most = Math.max(...data.map(({ distance_mi: miles }) => miles), 1)
          return (
            <ul class="entries">
              {data.map((pair) => (
                <li key={pair.id} class="entry gear">
                  <a href={withQuery("/running/activities", { gear: pair.id }).slice(1)}>
                    <span class="entry-text">
                      <span class="entry-title" dir="auto">
                        {pair.name === "" ? pair.id : pair.name}
                      </span>
                      <span class="quiet" dir="auto">
                        {running.used(
                          shortDay(dayOf(pair.first_used_at)),
                          shortDay(dayOf(pair.last_used_at)),
                        )}
                        {pair.retired ? ` · ${running.retired}` : ""}
                      </span>
                    </span>
                    <span class="bars-bar" aria-hidden="true">
                      <i style={{ width: `${(100 * pair.distance_mi) / most}%` }} />
                    </span>
                    <span class="run-numbers">
                      <b>{distance(pair.distance_mi)}</b>
                      <span class="run-more">{running.runsOf(pair.runs)}</span>
                      <span>{pace(pair.moving_s, pair.distance_mi)}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </Shown>
    </div>
  )
}

export default Gear

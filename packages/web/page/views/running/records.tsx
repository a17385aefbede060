import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { countsMiles } from "../../format.ts"
import { messages } from "../../messages.ts"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { RunningHead } from "./head.tsx"
import { RecordLines } from "./recordLines.tsx"

const { running } = messages

const wholeRuns: ReadonlyArray<string> = ["longest", "most_climbed", "fastest_pace"]

const Eddington = () => {
  const path = "/v1/running/eddington"
  const read = useRead<Answer<"running", "eddington">>(path)
  const units = countsMiles ? (["miles", "kilometres"] as const) : (["kilometres", "miles"] as const)
  return (
    <section>
      <h2>{running.eddington}</h2>
      <Shown path={path} read={read} lines={2}>
        {(numbers) => (
          <dl class="facts">
            {units.map((unit) => {
              const { missing_days: days, next, number } = numbers[unit]
              return (
                <div key={unit}>
                  <dd>
                    {number} {running.units[unit]}
                  </dd>
                  <dt>
                    {running.eddingtonOf(number, running.units[unit])} {running.eddingtonNext(next, days)}
                  </dt>
                </div>
              )
            })}
          </dl>
        )}
      </Shown>
    </section>
  )
}

/** The best times over each distance, the best whole runs, and the Eddington numbers. */
const Records = () => {
  const path = "/v1/running/records?limit=100"
  const read = useRead<Answer<"running", "records">>(path)
  return (
    <div class="hue-running">
      <RunningHead />
      <Shown path={path} read={read} lines={9}>
        {({ data }) =>
          data.length === 0 ? (
            <NothingYet />
          ) : (
            <>
              <div class="columns">
                <section>
                  <h2>{running.bestTimes}</h2>
                  <RecordLines records={data.filter(({ id }) => !wholeRuns.includes(id))} />
                </section>
                <section>
                  <h2>{running.wholeRuns}</h2>
                  <RecordLines records={data.filter(({ id }) => wholeRuns.includes(id))} />
                </section>
              </div>
              <Eddington />
            </>
          )
        }
      </Shown>
    </div>
  )
}

export default Records

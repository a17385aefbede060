import { distance, pace } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { artKind, Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { positionsOf, shapeOf } from "./polyline.ts"
import { nameOf, type Run } from "./runLine.tsx"

const { running } = messages
const side = 100

const Card = ({ run }: { readonly run: Run }) => {
  const { polyline = "" } = run
  return (
    <li>
      <a class="card run-card" href={itemPath("running", { type: "run", id: run.id }).slice(1)}>
        {polyline === "" ? (
          <Tile name={nameOf(run)} kind={artKind("run")} size="medium" />
        ) : (
          <svg viewBox="-60 -12 220 124" aria-hidden="true">
            <path d={shapeOf(positionsOf(polyline), side)} />
          </svg>
        )}
        <span class="run-card-text">
          <b dir="auto">{nameOf(run)}</b>
          <span class="quiet small" dir="auto">
            <Time at={run.started_at} /> · {distance(run.distance_mi)}
            {run.moving_s === 0 ? "" : ` · ${pace(run.moving_s, run.distance_mi)}`}
            {run.race ? ` · ${running.race}` : ""}
          </span>
        </span>
      </a>
    </li>
  )
}

/** Runs as cards, each with the shape of its way; one without a way has the art of its name. */
export const RunCards = ({ runs }: { readonly runs: ReadonlyArray<Run> }) => (
  <ul class="run-cards">
    {runs.map((run) => (
      <Card key={run.id} run={run} />
    ))}
  </ul>
)

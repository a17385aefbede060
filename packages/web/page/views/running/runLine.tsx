import type { Answer } from "../../data/responses.ts"
import { distance, duration, pace } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Icon } from "../../parts/icon.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { positionsOf, shapeOf } from "./polyline.ts"

const { running } = messages

export type Run = Answer<"running", "activities">["data"][number]

const side = 32

/** The shape of a run's way, as small as an image of a list; the sign of running for a run without one. */
export const Shape = ({ polyline = "" }: { readonly polyline?: string | undefined }) =>
  polyline === "" ? (
    <span class="run-shape">
      <Icon name="running" />
    </span>
  ) : (
    <svg
      class="run-shape"
      width={side + 8}
      height={side + 8}
      viewBox={`-4 -4 ${side + 8} ${side + 8}`}
      aria-hidden="true"
    >
      <path d={shapeOf(positionsOf(polyline), side)} />
    </svg>
  )

export const nameOf = ({ name }: Pick<Run, "name">): string => (name === "" ? running.unnamed : name)

const Line = ({ run }: { readonly run: Run }) => (
  <li class="entry run-line">
    <a href={itemPath("running", { type: "run", id: run.id }).slice(1)}>
      <Shape polyline={run.polyline} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {nameOf(run)}
        </span>
        <span class="quiet" dir="auto">
          <Time at={run.started_at} />
          {run.city === "" ? "" : ` · ${run.city}`}
          {run.race ? <span class="mark"> · {running.race}</span> : undefined}
        </span>
      </span>
      <span class="run-numbers">
        <b>{distance(run.distance_mi)}</b>
        <span class="run-more">{duration(run.moving_s)}</span>
        <span>{pace(run.moving_s, run.distance_mi)}</span>
      </span>
    </a>
  </li>
)

/** Runs as lines. */
export const RunLines = ({ runs }: { readonly runs: ReadonlyArray<Run> }) => (
  <ul class="entries">
    {runs.map((run) => (
      <Line key={run.id} run={run} />
    ))}
  </ul>
)

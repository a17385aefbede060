import { useEffect } from "preact/hooks"
import { usePolling } from "../../../data/poll.ts"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { useSignal } from "../../../data/signal.ts"
import { syncNow, syncs } from "../../../data/syncs.ts"
import { useRead } from "../../../data/useRead.ts"
import { listed } from "../../../format.ts"
import { domains } from "../../../items.ts"
import { messages } from "../../../messages.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import { troubleIn } from "./trouble.ts"
import { useSources } from "./sourceList.tsx"

const { sources } = messages.settings

type Run = Answer<"syncs", "runs">["data"][number]

const runsPath = "/v1/admin/sync?limit=100"

/** Milliseconds between two looks at a sync that runs. */
const lookEvery = 3_000

const SyncLine = ({
  domain,
  hasSource,
  run,
}: {
  readonly domain: string
  readonly hasSource: boolean
  readonly run: Run | undefined
}) => {
  const asked = useSignal(syncs)[domain]
  const runs = asked?.working === true || run?.status === "running"
  return (
    <li>
      <div class="settings-text">
        <span class="entry-title" dir="auto">
          <span class={`dot hue-${domain}`} aria-hidden="true" /> {messages.domain(domain)}
        </span>
        <span role="status" class="quiet">
          {runs ? (
            sources.syncing(Math.max(asked?.items ?? 0, run?.status === "running" ? run.items_synced : 0))
          ) : asked !== undefined && asked.failure === undefined ? (
            sources.synced(asked.items)
          ) : run === undefined ? (
            sources.neverSynced
          ) : (
            <>
              {run.status === "completed" ? sources.synced(run.items_synced) : sources.states[run.status]}
              {" · "}
              <Time at={run.finished_at === "" ? run.started_at : run.finished_at} />
              {run.set_aside === 0 ? "" : ` · ${sources.setAside(run.set_aside)}`}
            </>
          )}
        </span>
        {asked?.failure === undefined ? (
          !runs && run !== undefined && run.error !== "" ? (
            <p class="problem">{troubleIn(run.error)}</p>
          ) : undefined
        ) : (
          <CommandError failure={asked.failure} />
        )}
        {runs ? <progress aria-label={messages.domain(domain)} /> : undefined}
      </div>
      {hasSource ? (
        <button
          type="button"
          class="button"
          disabled={runs}
          aria-label={sources.syncDomain(messages.domain(domain))}
          onClick={() => void syncNow(domain)}
        >
          {sources.syncNow}
        </button>
      ) : undefined}
    </li>
  )
}

/** Each domain with its last sync, and a way to sync it now. */
export const SyncList = () => {
  const read = useRead<Answer<"syncs", "runs">>(runsPath)
  const known = useSources().data?.data ?? []
  const asked = useSignal(syncs)
  const working = Object.values(asked).some((one) => one.working)
  const runs = working || (read.data?.data.some(({ status }) => status === "running") ?? false)
  usePolling(runs, () => readAgain(runsPath), lookEvery)
  // Once more at the end.
  useEffect(() => (runs ? () => readAgain(runsPath) : undefined), [runs])
  const hasSource = (domain: string) =>
    known.some(({ describes, domains: fed, set_by: by }) => by !== "" && fed.includes(domain) && !describes)
  return (
    <section>
      <h2>{sources.syncs}</h2>
      <p class="quiet small">{sources.syncsLead}</p>
      <Shown path={runsPath} read={read} lines={7}>
        {({ data }) => {
          const lastOf = (domain: string) => data.find((one) => one.domain === domain)
          const synced = domains.filter((domain) => hasSource(domain) || lastOf(domain) !== undefined)
          const others = domains.filter((domain) => !synced.includes(domain)).map(messages.domain)
          return (
            <>
              <ul class="lines">
                {synced.map((domain) => (
                  <SyncLine key={domain} domain={domain} hasSource={hasSource(domain)} run={lastOf(domain)} />
                ))}
              </ul>
              {others.length === 0 ? undefined : <p class="quiet">{sources.noSource(listed(others))}</p>}
            </>
          )
        }}
      </Shown>
    </section>
  )
}

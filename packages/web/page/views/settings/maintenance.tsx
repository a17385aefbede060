import { useState } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { changed } from "../../data/cache.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { useRead } from "../../data/useRead.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"
import { JunkVenues } from "./corrections/junkVenues.tsx"
import { SettingsPage } from "./page.tsx"

const { upkeep } = messages.settings

/** The number of articles that one call looks at, so that the progress through many is shown. */
const part = 200

interface Job {
  readonly name: keyof typeof upkeep.jobs
  readonly domain: string
  readonly path: string
  readonly body?: object
  /** The body of each call, by the number of articles that those before it looked at, until one looks at fewer than asked. */
  readonly inParts?: (scanned: number) => object
}

const jobs: ReadonlyArray<Job> = [
  { name: "tracks", domain: "listening", path: "/v1/listening/admin/enrich-catalog" },
  { name: "artists", domain: "listening", path: "/v1/listening/admin/enrich-artists" },
  {
    name: "excerpts",
    domain: "reading",
    path: "/v1/admin/backfill-body-excerpt",
    // Ones that have one by now are not requested again.
    inParts: () => ({ limit: part }),
  },
  {
    name: "meanings",
    domain: "reading",
    path: "/v1/admin/reembed-reading",
    inParts: (offset) => ({ onlyMissing: true, limit: part, offset }),
  },
  { name: "players", domain: "attending", path: "/v1/admin/attending/enrich-sports-ids", body: {} },
]

type Sums = Readonly<Record<string, number>>

/** The numbers of a response, including those under `results`, added to earlier ones. */
const addedTo = (sums: Sums, answer: Readonly<Record<string, unknown>>): Sums => {
  const { results, ...rest } = answer
  const told = { ...rest, ...(typeof results === "object" ? results : {}) }
  const numbers = Object.entries(told).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, (sums[name] ?? 0) + value] as const] : [],
  )
  return { ...sums, ...Object.fromEntries(numbers) }
}

const saidOf = (sums: Sums): string =>
  Object.entries(sums)
    .flatMap(([name, value]) => upkeep.counted[name]?.(value) ?? [])
    .join(" · ")

const Line = ({ job }: { readonly job: Job }) => {
  const { failure, run, working } = useCommand()
  const [said, setSaid] = useState("")
  const [looked, setLooked] = useState(0)
  const [title, lead] = upkeep.jobs[job.name]
  const start = async () => {
    setSaid("")
    setLooked(0)
    let sums: Sums = {}
    for (;;) {
      const { scanned: before = 0 } = sums
      const body = job.inParts?.(before) ?? job.body
      const sent = await run(() => send<Readonly<Record<string, unknown>>>("POST", job.path, body))
      if (sent?.data === undefined) return
      sums = addedTo(sums, sent.data)
      const { scanned = 0 } = sums
      if (job.inParts === undefined || scanned - before < part) break
      setLooked(scanned)
    }
    changed(job.domain)
    setSaid(`${upkeep.done} ${saidOf(sums)}`)
  }
  return (
    <li>
      <div class="settings-text">
        <span>
          <span class="entry-title">{title}</span>{" "}
          <span class={`mark hue-${job.domain}`}>{messages.domain(job.domain)}</span>
        </span>
        <span class="quiet small">{lead}</span>
        <span role="status">{working ? (looked === 0 ? upkeep.working : upkeep.looked(looked)) : said}</span>
        <CommandError failure={failure} />
      </div>
      <button
        type="button"
        class="button"
        disabled={working}
        aria-label={upkeep.startOf(title)}
        onClick={() => void start()}
      >
        {upkeep.start}
      </button>
    </li>
  )
}

/** The features that the server lacks, each with the fix. Nothing if it has all. */
const Warnings = () => {
  const { data } = useRead<Answer<"health", "ready">>("/v1/health/ready")
  if (data?.warnings === undefined) return undefined
  return (
    <section>
      <h2>{upkeep.warnings}</h2>
      <ul class="lines">
        {data.warnings.map((warning) => (
          <li key={warning} class="problem">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  )
}

const model = `npm install @huggingface/transformers
npm run daybook -- model fetch
EMBEDDINGS_MODEL=local npm start`

const workspaces = `npm run daybook -- workspaces create --name "my shop"
npm run daybook -- keys create --workspace ws_… --name "the shop's server"`

/** Work on stored data that no sync does. */
const Upkeep = () => (
  <SettingsPage name="upkeep">
    <ul class="lines">
      {jobs
        .filter(({ domain }) => domains.includes(domain))
        .map((job) => (
          <Line key={job.name} job={job} />
        ))}
    </ul>
    <Warnings />
    {domains.includes("attending") ? <JunkVenues /> : undefined}
    <section>
      <h2>{upkeep.commandLine}</h2>
      {domains.includes("reading") ? (
        <>
          <p>{upkeep.model}</p>
          <pre tabIndex={0}>{model}</pre>
        </>
      ) : undefined}
      <p>{upkeep.workspaces}</p>
      <pre tabIndex={0}>{workspaces}</pre>
    </section>
  </SettingsPage>
)

export default Upkeep

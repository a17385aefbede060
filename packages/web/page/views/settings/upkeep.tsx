import { useState } from "preact/hooks"
import { changed } from "../../data/remembered.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { number } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Refused } from "../../parts/refused.tsx"
import { SettingsPage } from "./page.tsx"

const { upkeep } = messages.settings

interface Job {
  readonly name: keyof typeof upkeep.jobs
  readonly domain: string
  readonly path: string
  readonly body?: object
}

const jobs: ReadonlyArray<Job> = [
  { name: "tracks", domain: "listening", path: "/v1/listening/admin/enrich-catalog" },
  { name: "artists", domain: "listening", path: "/v1/listening/admin/enrich-artists" },
  { name: "excerpts", domain: "reading", path: "/v1/admin/backfill-body-excerpt", body: {} },
  { name: "meanings", domain: "reading", path: "/v1/admin/reembed-reading", body: { onlyMissing: true } },
  { name: "players", domain: "attending", path: "/v1/admin/attending/enrich-sports-ids", body: {} },
]

/** The numbers of an answer in words: `scanned_events: 3` as "Scanned events 3". */
const saidOf = (answer: Readonly<Record<string, unknown>>): string =>
  Object.entries(answer)
    .flatMap(([name, value]) =>
      typeof value === "number" ? [`${name.replaceAll("_", " ")} ${number(value)}`] : [],
    )
    .join(" · ")

const Line = ({ job }: { readonly job: Job }) => {
  const { failure, run, working } = useCommand()
  const [said, setSaid] = useState("")
  const [title, lead] = upkeep.jobs[job.name]
  const start = async () => {
    setSaid("")
    const sent = await run(() => send<Readonly<Record<string, unknown>>>("POST", job.path, job.body))
    if (sent?.data === undefined) return
    changed(job.domain)
    setSaid(`${upkeep.done} ${saidOf(sent.data)}`)
  }
  return (
    <li>
      <div class="settings-text">
        <span>
          <span class="entry-title">{title}</span>{" "}
          <span class={`mark hue-${job.domain}`}>{messages.domain(job.domain)}</span>
        </span>
        <span class="quiet small">{lead}</span>
        <span role="status">{working ? upkeep.working : said}</span>
        <Refused failure={failure} />
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

/** Work on what is stored that no sync does by itself. */
const Upkeep = () => (
  <SettingsPage name="upkeep">
    <ul class="lines">
      {jobs
        .filter(({ domain }) => domains.includes(domain))
        .map((job) => (
          <Line key={job.name} job={job} />
        ))}
    </ul>
  </SettingsPage>
)

export default Upkeep

import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { Pages } from "../../../parts/lists/pages.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { Time } from "../../../parts/periods/time.tsx"

const { sources } = messages.settings

/** Rows that are set aside, with buttons to try them again or to accept them. Nothing if there are none. */
export const RejectedRows = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/sync/set-aside?limit=20&page=${page}`
  const { data: rows } = useRead<Answer<"syncs", "setAside">>(path)
  const { failure, run, working } = useCommand()
  const [told, setTold] = useState("")
  if (rows === undefined || rows.pagination.total === 0) return undefined
  const retry = async () => {
    const sent = await run(() =>
      send<Answer<"syncs", "retrySetAside">>("POST", "/v1/admin/sync/set-aside/retry", {}),
    )
    if (sent?.data === undefined) return
    setTold(sources.asideDue(sent.data.due))
    readAgain(path)
  }
  const accept = async (id: number) => {
    const sent = await run(() =>
      send<Answer<"syncs", "acceptSetAside">>("POST", "/v1/admin/sync/set-aside/accept", { ids: [id] }),
    )
    if (sent?.data === undefined) return
    setTold(sources.asideAccepted(sent.data.accepted))
    readAgain(path)
  }
  return (
    <section>
      <h2>{sources.asideTitle}</h2>
      <p class="quiet small">{sources.asideLead}</p>
      <ul class="lines">
        {rows.data.map((row) => (
          <li key={row.id} class={`hue-${row.domain}`}>
            <div class="settings-text">
              <span>{row.reason}</span>
              <span class="quiet small">
                <span class="mark">{messages.domain(row.domain)}</span> {row.source} ·{" "}
                <Time at={row.last_seen_at} /> · {sources.asideTries(row.tries)}
              </span>
              {row.acceptable && (
                <button type="button" class="button" disabled={working} onClick={() => void accept(row.id)}>
                  {sources.asideAccept}
                </button>
              )}
              <details>
                <summary>{sources.asideRaw}</summary>
                <pre tabIndex={0}>{row.raw}</pre>
              </details>
            </div>
          </li>
        ))}
      </ul>
      <Pages pagination={rows.pagination} />
      <p class="actions">
        <button type="button" class="button" disabled={working} onClick={() => void retry()}>
          {sources.asideRetry}
        </button>
      </p>
      <p class="quiet" role="status">
        {told}
      </p>
      <CommandError failure={failure} />
    </section>
  )
}

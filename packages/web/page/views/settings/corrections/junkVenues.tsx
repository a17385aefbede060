import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { changed } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"

const { upkeep } = messages.settings

type Pruned = Answer<"attendingAdmin", "pruneJunkVenues">

const path = "/v1/admin/attending/prune-junk-venues"

/** Lists the venues whose names read like a part of an email, and removes them after a question. */
export const JunkVenues = () => {
  const { failure, run, working } = useCommand()
  const [found, setFound] = useState<Pruned>()
  const [said, setSaid] = useState("")
  const look = async () => {
    setSaid("")
    setFound(undefined)
    const sent = await run(() => send<Pruned>("POST", path, { dry_run: true }))
    if (sent?.data === undefined) return
    const { junk_venues: junk } = sent.data
    if (junk.length > 0) setFound(sent.data)
    setSaid(junk.length === 0 ? upkeep.junkNone : upkeep.junkFound(junk.length))
  }
  const remove = async () => {
    const sent = await send<Pruned>("POST", path, {})
    if (sent.data !== undefined) setSaid(upkeep.junkRemoved(sent.data.venues_deleted))
    return sent
  }
  return (
    <section>
      <h2>{upkeep.junk}</h2>
      <p class="quiet small">{upkeep.junkLead}</p>
      <p role="status">{said}</p>
      {found === undefined ? undefined : (
        <ul class="lines">
          {found.junk_venues.map(({ events_repointed: repointed, id, name }) => (
            <li key={id}>
              <div class="settings-text">
                <a href={`attending/venues/${id}`} dir="auto">
                  {name}
                </a>
                {repointed === 0 ? undefined : (
                  <span class="quiet small">{upkeep.junkRepointed(repointed)}</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <CommandError failure={failure} />
      <p class="actions">
        <button type="button" class="button" disabled={working} onClick={() => void look()}>
          {upkeep.junkLook}
        </button>
        {found === undefined ? undefined : (
          <ConfirmButton
            class="button button-danger"
            label={upkeep.junkRemove}
            question={upkeep.junkQuestion(found.junk_venues.length)}
            lost={<p>{upkeep.junkLost(found.events_repointed, found.events_orphaned)}</p>}
            command={remove}
            onDone={() => {
              setFound(undefined)
              changed("attending")
            }}
          />
        )}
      </p>
    </section>
  )
}

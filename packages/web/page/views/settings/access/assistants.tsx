import { readAgain } from "../../../data/cache.ts"
import type { Answer } from "../../../data/responses.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"

const { assistants } = messages.settings

type Connected = Answer<"assistants", "list">

const Line = ({
  one,
  onEnded,
}: {
  readonly one: Connected["data"][number]
  readonly onEnded: () => void
}) => (
  <li>
    <div class="settings-text">
      <span class="entry-title" dir="auto">
        {one.name}
      </span>
      <span class="quiet">
        {one.host} · {assistants.reads(one.domains)}
        {one.writes ? `, ${assistants.writes}` : ""}
      </span>
      <span class="quiet small">
        {assistants.connected} <Time at={one.created_at} as="day" /> ·{" "}
        {one.last_used_at === "" ? (
          assistants.neverUsed
        ) : (
          <>
            {assistants.lastUsed} <Time at={one.last_used_at} />
          </>
        )}
      </span>
    </div>
    <ConfirmButton
      label={assistants.end}
      question={assistants.endQuestion(one.name)}
      lost={<p>{assistants.endLost}</p>}
      command={() => send("DELETE", `/v1/admin/assistants/${one.id}`)}
      onDone={onEnded}
    />
  </li>
)

const AssistantList = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/assistants?limit=50&page=${page}`
  const read = useRead<Connected>(path)
  return (
    <section>
      <h2>{assistants.list}</h2>
      <Shown path={path} read={read}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <EmptyState
                title={assistants.none}
                hint={
                  <>
                    {assistants.noneHint}{" "}
                    <code translate={false}>{new URL("mcp", document.baseURI).href}</code>
                  </>
                }
              />
            ) : undefined}
            <ul class="lines">
              {data.map((one) => (
                <Line key={one.id} one={one} onEnded={() => readAgain(path)} />
              ))}
            </ul>
            <Pages pagination={pagination} />
          </>
        )}
      </Shown>
    </section>
  )
}

/** The assistants that were connected by OAuth, and the end of each. */
const Assistants = ({ query }: Address) => (
  <SettingsPage name="assistants">
    <AssistantList page={pageIn(query)} />
  </SettingsPage>
)

export default Assistants

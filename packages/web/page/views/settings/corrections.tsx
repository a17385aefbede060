import type { Answer } from "../../data/responses.ts"
import { changed, readAgain } from "../../data/cache.ts"
import { send } from "../../data/send.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { ConfirmButton } from "../../parts/confirmButton.tsx"
import { pageIn, Pages } from "../../parts/pages.tsx"
import { EmptyState, Shown } from "../../parts/states.tsx"
import { Time } from "../../parts/time.tsx"
import type { Address } from "../../router.tsx"
import { SettingsPage } from "./page.tsx"

const { corrections } = messages.settings
const { correct } = messages

type Edits = Answer<"edits", "list">
type Edit = Edits["data"][number]

const shownValue = (value: unknown): string =>
  value === null
    ? corrections.told
    : Array.isArray(value)
      ? value.join(", ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value)

/** Items that were added have no page under this id, and nor have the ones that were removed. */
const pageOf = ({ action, domain, item_id: id, type }: Edit) =>
  action === "correct" || action === "merge" ? itemPath(domain, { type, id }) : `/${domain}`

const EditLine = ({ again, one }: { readonly one: Edit; readonly again: () => void }) => {
  const fields = Object.entries(one.fields)
  const what = corrections.action(one.action, messages.search.type(one.type))
  return (
    <li class={`hue-${one.domain}`}>
      <div class="settings-text">
        <span>
          <span class="entry-title" dir="auto">
            {what}
          </span>{" "}
          <span class="mark">{messages.domain(one.domain)}</span>
        </span>
        {fields.length === 0 ? undefined : (
          <dl class="edit-fields">
            {fields.map(([name, value]) => (
              <div key={name}>
                <dt class="quiet">{correct.field(name)}</dt>
                <dd>{shownValue(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        <span class="quiet small">
          <Time at={one.at} /> · <a href={pageOf(one).slice(1)}>{corrections.item(one.item_id)}</a>
        </span>
      </div>
      <ConfirmButton
        label={corrections.takeBack}
        question={corrections.takeBackQuestion(what)}
        lost={<p>{corrections.takeBackLost[one.action]}</p>}
        command={() => send("DELETE", `/v1/admin/edits/${one.id}`)}
        onDone={again}
      />
    </li>
  )
}

const EditList = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/edits?limit=30&page=${page}`
  const read = useRead<Edits>(path)
  const again = () => {
    changed()
    readAgain(path)
  }
  return (
    <Shown path={path} read={read} lines={6}>
      {({ data, pagination }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={corrections.none} hint={corrections.noneHint} />
          ) : undefined}
          <ul class="lines">
            {data.map((one) => (
              <EditLine key={one.id} one={one} again={again} />
            ))}
          </ul>
          <Pages pagination={pagination} />
        </>
      )}
    </Shown>
  )
}

/** Edits, newest first. */
const Corrections = ({ query }: Address) => (
  <SettingsPage name="corrections">
    <EditList page={pageIn(query)} />
  </SettingsPage>
)

export default Corrections

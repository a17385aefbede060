import type { Answer } from "../../../data/responses.ts"
import { changed, readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { itemPath } from "../../../items.ts"
import { messages } from "../../../messages.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { toast } from "../../../parts/notices/toast.tsx"
import { useCommand } from "../../../data/useCommand.ts"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"

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

/** The page of the item that an edit left: the other one of a merge. Additions and removals have none. */
const pageOf = ({ action, domain, fields, item_id: own, type }: Edit): string | undefined => {
  if (action !== "correct" && action !== "merge") return undefined
  const id = action === "merge" ? String(fields["into"] ?? "") : own
  const page = itemPath(domain, { type, id })
  return page === `/${domain}` ? undefined : page
}

/** The name of a thing, under the names that the API has for it. */
const nameIn = (values: Readonly<Record<string, unknown>>): string =>
  String(values["name"] ?? values["title"] ?? values["track"] ?? "")

/** An item by its name, with a link to its page. Until it is known, and if it has none, there is nothing. */
const ItemName = ({ one }: { readonly one: Edit }) => {
  const page = pageOf(one)
  const { data } = useRead<Readonly<Record<string, unknown>>>(page === undefined ? undefined : `/v1${page}`)
  const name = nameIn(data ?? (one.action === "merge" ? {} : one.fields))
  if (name === "") return undefined
  return page === undefined ? <bdi>{name}</bdi> : <a href={page.slice(1)}>{name}</a>
}

/** Repeats an edit that was undone. */
const makeAgain = ({ action, domain, fields, item_id: id, type }: Edit) => {
  const all = `/v1/admin/${domain}/${type}`
  const path = `${all}/${encodeURIComponent(id)}`
  switch (action) {
    case "add":
      return send("POST", all, fields)
    case "correct":
      return send("PATCH", path, fields)
    case "merge":
      return send("POST", `${path}/merge`, { into: fields["into"] })
    case "remove":
      return send("DELETE", path)
  }
}

const EditLine = ({ again, one }: { readonly one: Edit; readonly again: () => void }) => {
  const fields = one.action === "remove" ? [] : Object.entries(one.fields).filter(([name]) => name !== "into")
  const { failure, run, working } = useCommand()
  const what = corrections.action(one.action, messages.search.type(one.type))
  const takeBack = async () => {
    const sent = await run(() => send("DELETE", `/v1/admin/edits/${one.id}`))
    if (sent === undefined || sent.failure !== undefined) return
    again()
    toast(corrections.takenBack[one.action], async () => {
      const made = await makeAgain(one)
      again()
      return made
    })
  }
  return (
    <li class={`hue-${one.domain}`}>
      <div class="settings-text">
        <span>
          <span class="entry-title">
            {what} <ItemName one={one} />
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
          <Time at={one.at} />
        </span>
        <CommandError failure={failure} />
      </div>
      <button type="button" class="plain" disabled={working} onClick={() => void takeBack()}>
        {corrections.takeBack}
      </button>
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

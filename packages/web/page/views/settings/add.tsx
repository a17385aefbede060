import { useRef, useState } from "preact/hooks"
import { changed } from "../../data/cache.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { titled } from "../../words.ts"
import { correctionIn, FieldInput } from "../../parts/edits/correctField.tsx"
import { type AddedType, addedTypesOf } from "../../parts/edits/addFields.ts"
import { useEditedTypes } from "../../parts/edits/correctFields.ts"
import { Pick } from "../../parts/lists/filters.tsx"
import { CommandError } from "../../parts/notices/commandError.tsx"
import type { Address } from "../../router.tsx"
import { SettingsPage } from "./page.tsx"

const { add } = messages.settings

interface Added {
  readonly id?: string | number
}

/** The form of a type. Values of the address fill it in: "log low w as a film" has a title. */
const Form = ({ of, query }: { readonly of: AddedType; readonly query: URLSearchParams }) => {
  const form = useRef<HTMLFormElement>(null)
  const { failure, run, working } = useCommand()
  const [added, setAdded] = useState<string>()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (form.current === null) return
    const sent = await run(() =>
      send<Added>("POST", of.path, correctionIn(of.fields, {}, new FormData(form.current ?? undefined))),
    )
    if (sent?.data === undefined) return
    form.current.reset()
    setAdded(itemPath(of.domain, { type: of.type, id: sent.data.id ?? "" }))
    changed(of.domain)
  }
  return (
    <form ref={form} class="form" onSubmit={(event) => void save(event)}>
      {of.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={query.get(field.name) ?? undefined}
          needed={field.is_needed}
        />
      ))}
      <CommandError failure={failure} />
      <div role="status">
        {added === undefined ? undefined : (
          <p>
            {add.added} <a href={added.slice(1)}>{add.see}</a>
          </p>
        )}
      </div>
      <p class="actions">
        <button type="submit" class="button button-main" disabled={working}>
          {add.save}
        </button>
      </p>
    </form>
  )
}

/** Adds one thing manually, of the type that the address names. */
const Add = ({ query }: Address) => {
  const types = addedTypesOf(useEditedTypes(true))
  const asked = query.get("type") ?? ""
  const of = types.find(({ name }) => name === asked) ?? types[0]
  return (
    <SettingsPage name="add">
      {of === undefined ? undefined : (
        <>
          <Pick
            label={add.what}
            name="type"
            standard={types[0]?.name ?? of.name}
            options={types.map(({ name }) => ({ value: name, label: add.types[name] ?? titled(name) }))}
          />
          <section>
            <Form key={`${of.name} ${query.toString()}`} of={of} query={query} />
          </section>
          <p>
            <a class="button" href="save">
              {messages.save.title}
            </a>
          </p>
        </>
      )}
    </SettingsPage>
  )
}

export default Add

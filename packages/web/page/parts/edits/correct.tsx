import { useEffect, useId, useRef, useState } from "preact/hooks"
import { changed, refresh } from "../../data/cache.ts"
import type { ItemImage } from "../../data/responses.ts"
import { type Sent, send } from "../../data/send.ts"
import { useMayChange } from "../../data/session.ts"
import { useCommand } from "../../data/useCommand.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { navigate } from "../../router.tsx"
import { correctionIn, FieldInput } from "./correctField.tsx"
import { type Field, useEditedTypes } from "./correctFields.ts"
import { MergeInto } from "./mergeInto.tsx"
import { CommandError } from "../notices/commandError.tsx"
import { editWithUndo, toastHidden } from "./undoable.ts"

const { correct } = messages

interface CorrectProps {
  readonly domain: string
  /** The type of the item, as edits name it: `artist`, `run`, `movie`. */
  readonly type: string
  readonly id: string | number
  /** The name of the item, for words. */
  readonly name: string
  /** The values that are shown of its fields, under the names of the API. Omitted ones start empty. */
  readonly values: object
  /** Called after a correction; else what is shown is read again. */
  readonly onDone?: () => void
}

/** Kinds of music that a filter hides. */
const hidden = ["artist", "album", "track"]

/** Types that a search finds, and so another one to merge into. */
const found = [
  "artist",
  "album",
  "track",
  "article",
  "book",
  "movie",
  "show",
  "event",
  "venue",
  "performer",
  "record",
  "place",
]

interface FormProps extends CorrectProps {
  readonly fields: ReadonlyArray<Field>
  readonly close: () => void
}

/** What a form can do with its item. Each closes it once it is done. */
const useEdits = ({ close, domain, fields, id, name, onDone, type, values }: FormProps) => {
  const path = `/v1/admin/${domain}/${type}/${encodeURIComponent(id)}`
  const { failure, run, working } = useCommand()
  const done = () => {
    close()
    changed(domain)
    if (onDone === undefined) refresh()
    else onDone()
  }
  const edit = (
    text: string,
    action: "correct" | "merge" | "remove",
    command: () => Promise<Sent<unknown>>,
  ) => editWithUndo(text, { action, domain, type }, command)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget as HTMLFormElement)
    const correction = correctionIn(fields, values as Readonly<Record<string, unknown>>, entered)
    if (Object.keys(correction).length === 0) return close()
    const sent = await run(() => edit(correct.saved(name), "correct", () => send("PATCH", path, correction)))
    if (sent !== undefined && sent.failure === undefined) done()
  }
  const hide = async () => {
    const filter = { kind: type, match: "exact", value: name }
    const sent = await run(() => send<{ readonly id: number }>("POST", "/v1/listening/admin/filters", filter))
    if (sent?.data === undefined) return
    done()
    toastHidden(name, sent.data.id, sent.status === 201, () => {
      changed(domain)
      refresh()
    })
  }
  const remove = async () => {
    const sent = await run(() => edit(correct.removed(name), "remove", () => send("DELETE", path)))
    if (sent === undefined || sent.failure !== undefined) return
    done()
    if (onDone === undefined) navigate(`/${domain}`)
  }
  const merge = (into: string, title: string) =>
    edit(correct.merged(name, title), "merge", () => send("POST", `${path}/merge`, { into }))
  return { done, failure, hide, merge, remove, save, working }
}

const Form = (props: FormProps) => {
  const { close, domain, fields, id, type } = props
  const known = props.values as Readonly<Record<string, unknown>>
  const { done, failure, hide, merge, remove, save, working } = useEdits(props)
  return (
    <>
      <form class="form" onSubmit={(event) => void save(event)}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={known[field.name]}
            image={known["image"] as ItemImage | undefined}
          />
        ))}
        <p class="quiet small">{correct.hint}</p>
        <CommandError failure={failure} />
        <p class="actions">
          <button type="submit" class="button button-main" disabled={working}>
            {correct.save}
          </button>
          <button type="button" class="button" onClick={close}>
            {messages.settings.keep}
          </button>
        </p>
      </form>
      {found.includes(type) ? (
        <MergeInto
          domain={domain}
          type={type}
          id={String(id)}
          onChosen={merge}
          onDone={(into) => {
            done()
            navigate(itemPath(domain, { type, id: into }), { replace: true })
          }}
        />
      ) : undefined}
      <p class="actions correct-more">
        {domain === "listening" && hidden.includes(type) && known["hidden"] !== true ? (
          <button type="button" class="plain" disabled={working} onClick={() => void hide()}>
            {correct.hide}
          </button>
        ) : undefined}
        <button type="button" class="plain" disabled={working} onClick={() => void remove()}>
          {messages.settings.remove}
        </button>
      </p>
    </>
  )
}

/**
 * The actions on an item for an admin key: edit, merge, hide from charts, remove. All of them are in the list of edits,
 * and can be undone there. Nothing for another key, or for a type that cannot be edited.
 */
export const Correct = (props: CorrectProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  const isAdmin = useMayChange()
  const types = useEditedTypes(isAdmin)
  const edited = types.find(({ domain, type }) => domain === props.domain && type === props.type)
  const mark =
    "hidden" in props.values && props.values.hidden === true ? (
      <span class="chip">{correct.isHidden}</span>
    ) : undefined
  if (edited === undefined) return mark
  const fields = edited.fields.filter(({ is_corrected: isCorrected }) => isCorrected)
  return (
    <>
      {mark}
      <button
        type="button"
        class="plain correct"
        aria-keyshortcuts="e"
        aria-label={correct.edit(props.name)}
        onClick={() => setOpen(true)}
      >
        {correct.label}
      </button>
      {open ? (
        <dialog ref={dialog} class="ask" aria-labelledby={id} onClose={() => setOpen(false)}>
          <h2 id={id}>{correct.edit(props.name)}</h2>
          <Form {...props} fields={fields} close={() => dialog.current?.close()} />
        </dialog>
      ) : undefined}
    </>
  )
}

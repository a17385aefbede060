import "../settings.css"
import { useEffect, useId, useState } from "preact/hooks"
import { useSignal } from "../../../data/signal.ts"
import { cancelUpload, upload, type Upload, uploads } from "../../../data/uploads.ts"
import { percent } from "../../../format.ts"
import { messages } from "../../../messages.ts"

const { imports } = messages.settings

/** The longest file that the API takes. */
const longest = 4 * 1024 ** 3

const faultOf = ({ size }: File) =>
  size === 0 ? imports.advice.empty : size > longest ? imports.tooLong : ""

const stateOf = ({ file, problem, sent, state }: Upload): string => {
  switch (state) {
    case "waiting":
    case "limited":
      return imports.waiting
    case "sending":
      return imports.sending(percent(file.size === 0 ? 0 : Math.min(sent, file.size) / file.size))
    case "interrupted":
      return imports.interrupted
    case "refused":
      return problem === "" ? imports.unsendable : problem
  }
}

const UploadLine = ({ one }: { readonly one: Upload }) => (
  <li>
    <div class="settings-text">
      <span class="entry-title" dir="auto">
        {one.file.name}
      </span>
      <span class={one.state === "refused" ? "problem" : "quiet"}>{stateOf(one)}</span>
      {one.state === "sending" ? (
        <progress max={one.file.size} value={one.sent} aria-label={one.file.name} />
      ) : undefined}
    </div>
    <button
      type="button"
      class="plain"
      aria-label={`${one.state === "refused" ? imports.dismiss : imports.cancel} ${one.file.name}`}
      onClick={() => cancelUpload(one.id)}
    >
      {one.state === "refused" ? imports.dismiss : imports.cancel}
    </button>
  </li>
)

/** The exports that are read, by domain. */
const Formats = () => (
  <details class="formats">
    <summary>{imports.formats}</summary>
    <dl>
      {Object.entries(imports.formatsOf).map(([domain, text]) => (
        <div key={domain} class={`hue-${domain}`}>
          <dt class="mark">{messages.domain(domain)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** A place to drop files, or to choose them, and uploads in progress. */
export const DropFiles = () => {
  const id = useId()
  const queue = useSignal(uploads)
  const [over, setOver] = useState(false)
  const [folder, setFolder] = useState("")
  const take = (event: DragEvent) => {
    const items = [...(event.dataTransfer?.items ?? [])]
    const folders = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry?.isDirectory)
    setFolder(folders[0]?.name ?? "")
    const names = new Set(folders.map((entry) => entry?.name))
    upload(
      [...(event.dataTransfer?.files ?? [])].filter(({ name }) => !names.has(name)),
      faultOf,
    )
  }
  // A file that misses the place is taken too: a browser would open it, and leave the page.
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return
      event.preventDefault()
      setOver(event.type === "dragover" || (event.type === "dragleave" && event.relatedTarget !== null))
      if (event.type === "drop") take(event)
    }
    const events = ["dragover", "dragleave", "drop"] as const
    for (const name of events) document.addEventListener(name, onDrag)
    return () => {
      for (const name of events) document.removeEventListener(name, onDrag)
    }
  }, [])
  return (
    <section>
      <div class={`drop ${over ? "drop-over" : ""}`}>
        <p class="drop-title">{imports.drop}</p>
        <input
          id={id}
          class="drop-input"
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            setFolder("")
            upload([...(currentTarget.files ?? [])], faultOf)
            // The same file may be chosen again.
            currentTarget.value = ""
          }}
        />
        <label class="button" for={id}>
          {imports.choose}
        </label>
        <p id={`${id}-hint`} class="quiet small">
          {imports.hint}
        </p>
      </div>
      <p class="problem" role="alert">
        {folder === "" ? "" : imports.folder(folder)}
      </p>
      <Formats />
      {queue.length === 0 ? undefined : (
        <>
          <h2>{imports.queue}</h2>
          <p class="quiet small">{imports.leave}</p>
          <ul class="lines">
            {queue.map((one) => (
              <UploadLine key={one.id} one={one} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

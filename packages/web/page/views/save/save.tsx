import { useRef, useState } from "preact/hooks"
import { changed } from "../../data/cache.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { ForAdmins } from "../settings/page.tsx"

const { save: texts } = messages

/** The URL that was shared: some apps put it into the text. */
const urlIn = (query: URLSearchParams): string =>
  query.get("url") ?? /https?:\/\/\S+/.exec(query.get("text") ?? "")?.[0] ?? ""

const bookmarklet = (base: string) =>
  `javascript:(()=>{open(${JSON.stringify(`${base}save?url=`)}+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title))})()`

const Form = ({ query }: { readonly query: URLSearchParams }) => {
  const form = useRef<HTMLFormElement>(null)
  const { failure, run, working } = useCommand()
  const [saved, setSaved] = useState<number>()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (form.current === null) return
    const asked = new FormData(form.current)
    const text = (name: string) => String(asked.get(name) ?? "").trim()
    const sent = await run(() =>
      send<{ readonly id: number }>("POST", "/v1/reading/save", {
        url: text("url"),
        ...(text("title") === "" ? {} : { title: text("title") }),
        tags: text("tags")
          .split(",")
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ""),
      }),
    )
    if (sent?.data === undefined) return
    setSaved(sent.data.id)
    changed("reading")
  }

  return (
    <form ref={form} class="form" onSubmit={(event) => void submit(event)}>
      <label>
        {texts.url}
        <input name="url" type="url" required defaultValue={urlIn(query)} autocomplete="off" />
      </label>
      <label>
        {texts.name}
        <input name="title" defaultValue={query.get("title") ?? ""} autocomplete="off" />
        <span class="quiet small">{texts.nameHint}</span>
      </label>
      <label>
        {texts.tags}
        <input name="tags" autocomplete="off" />
        <span class="quiet small">{texts.tagsHint}</span>
      </label>
      <CommandError failure={failure} />
      <div role="status">
        {saved === undefined ? undefined : (
          <p>
            {texts.saved} <a href={`reading/articles/${saved}`}>{texts.see}</a>
          </p>
        )}
      </div>
      <p class="actions">
        <button type="submit" class="button button-main" disabled={working}>
          {texts.button}
        </button>
      </p>
    </form>
  )
}

/** Saves the page that a bookmark or another app shares, after a click: no link saves anything on its own. */
const Save = ({ query }: Address) => (
  <div class="settings">
    <Title title={texts.title} lead={texts.lead} />
    <ForAdmins>
      <Form query={query} />
      <section>
        <h2>{texts.elsewhere}</h2>
        <p>
          {texts.bookmark} <a href={bookmarklet(document.baseURI)}>{texts.bookmarkName}</a>
        </p>
        <p>{texts.phone}</p>
        <p>
          {texts.iphone} <code translate={false}>{`${document.baseURI}v1/reading/save`}</code>
        </p>
        <p>
          {texts.apps} <code translate={false}>{`${document.baseURI}apis/wallabag`}</code>
        </p>
      </section>
    </ForAdmins>
  </div>
)

export default Save

import "./signIn.css"
import { useEffect, useRef, useState } from "preact/hooks"
import { addressOf } from "../data/address.ts"
import { signIn, type SignInProblem } from "../data/session.ts"
import { messages } from "../messages.ts"
import { reasonOf } from "../parts/notices/commandError.tsx"
import { Trouble } from "../parts/notices/states.tsx"

const { signIn: texts } = messages

/** Where the link is: the lines that a start prints. */
const Printed = () => {
  const [before, command, after] = texts.another
  return (
    <>
      <pre class="sign-in-printed" tabIndex={0}>
        <span class="quiet">$ {texts.start}</span>
        {`\n${texts.ready}\n${location.origin}${addressOf("/open")}#`}
        <mark>…</mark>
      </pre>
      <p class="quiet small">
        {before} <code>{command}</code>
        {after}
      </p>
    </>
  )
}

/** Where the sign-in link is, and one field for a key; Enter signs in. */
export const SignIn = ({ why }: { readonly why?: "ended" | "spent" | undefined }) => {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<SignInProblem | "ended" | "spent" | undefined>(why)
  const [working, setWorking] = useState(false)
  useEffect(() => {
    document.title = messages.name
    field.current?.focus()
  }, [])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const key = field.current?.value.trim() ?? ""
    if (key === "" || working) return
    setWorking(true)
    const refused = await signIn(key)
    setWorking(false)
    setProblem(refused)
    if (refused !== undefined) field.current?.select()
  }

  return (
    <main class="sign-in">
      <p class="name">{messages.name}</p>
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.lead}</p>
      <Trouble />
      <Printed />
      <form onSubmit={(event) => void submit(event)}>
        <label for="key">{texts.key}</label>
        <div class="sign-in-field">
          <input
            ref={field}
            id="key"
            name="key"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
            aria-describedby="key-hint key-problem"
            aria-invalid={typeof problem === "string"}
          />
          <button type="submit" class="button" disabled={working}>
            {working ? texts.working : texts.button}
          </button>
        </div>
        <p id="key-problem" class="problem" role="alert">
          {problem === undefined ? "" : typeof problem === "string" ? texts[problem] : reasonOf(problem)}
        </p>
        <p id="key-hint" class="quiet small">
          {texts.hint}
        </p>
      </form>
      <p class="quiet small">{texts.here}</p>
    </main>
  )
}

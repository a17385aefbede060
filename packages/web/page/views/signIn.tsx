import { useEffect, useRef, useState } from "preact/hooks"
import { signIn, type SignInProblem } from "../data/session.ts"
import { messages } from "../messages.ts"
import { reasonOf } from "../parts/commandError.tsx"
import { Trouble } from "../parts/states.tsx"

const { signIn: texts } = messages

/** One field for a key; Enter signs in. */
export const SignIn = ({ ended }: { readonly ended: boolean }) => {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<SignInProblem | "ended" | undefined>(ended ? "ended" : undefined)
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
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.lead}</p>
      <Trouble />
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
    </main>
  )
}

import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { clock } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"

const { sources } = messages.settings

type Tested = Answer<"identity", "test">

/** Requests new access from the identity provider and reads the account with it: who it is, or what to do. */
export const TestLink = ({ again, title }: { readonly title: string; readonly again: string }) => {
  const { failure, run, working } = useCommand()
  const [tested, setTested] = useState<Tested>()
  const test = async () => {
    setTested(undefined)
    const sent = await run(() => send<Tested>("POST", "/v1/admin/identity-provider/test"))
    setTested(sent?.data)
    readAgain(again)
  }
  return (
    <div class="settings-text">
      <div role="status">
        {tested === undefined ? undefined : (
          <>
            <p>{sources.tested(tested.email, tested.messages_total)}</p>
            <p class="quiet small">
              {sources.testedFor}: {tested.scopes.join(", ")}.{" "}
              {sources.testedUntil(clock(new Date(tested.expires_at * 1_000).toISOString()))}
            </p>
          </>
        )}
      </div>
      <CommandError failure={failure} />
      <p>
        <button
          type="button"
          class="plain"
          disabled={working}
          aria-label={sources.testOf(title)}
          onClick={() => void test()}
        >
          {sources.test}
        </button>
      </p>
    </div>
  )
}

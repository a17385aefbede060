import { messages } from "../messages.ts"
import { Title } from "../parts/title.tsx"

const { states } = messages

const NotFound = () => (
  <>
    <Title title={states.notFound} lead={states.notFoundHint} />
    <a class="button" href="./">
      {states.home}
    </a>
  </>
)

export default NotFound

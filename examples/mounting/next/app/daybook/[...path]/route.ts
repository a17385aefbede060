// `app/daybook/[...path]/route.ts` of a Next.js project. Node's runtime, since keys are hashed and documents compressed there.
import { daybook } from "../../../../daybook.ts"

export const runtime = "nodejs"

export const GET = (request: Request) => daybook.handler(request)

export { GET as DELETE, GET as HEAD, GET as OPTIONS, GET as POST }

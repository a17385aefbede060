import type { Address } from "../../../router.tsx"
import { DropFiles } from "./dropFiles.tsx"
import { ImportList } from "./importList.tsx"
import { SettingsPage } from "../page.tsx"
import { pageIn } from "../../../parts/lists/pages.tsx"

/** Takes files, and shows what each brought. */
const Imports = ({ query }: Address) => (
  <SettingsPage name="imports">
    <DropFiles />
    <ImportList page={pageIn(query)} />
  </SettingsPage>
)

export default Imports

import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { saveFile } from '#lib/save-file.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'

interface FileDownloadProps {
  name: string
  /** Whether the file no longer exists, or not yet. */
  isGone: boolean
  load: () => Promise<Blob>
}

/** A file that the member may download; else its name. */
export function FileDownload({ name, isGone, load }: FileDownloadProps) {
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  if (isGone || !may('files.read')) return <BreakableName name={name} />

  return (
    <>
      <Button variant="link" loading={busy} onClick={() => void attempt(async () => saveFile(await load(), name))}>
        {name}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}

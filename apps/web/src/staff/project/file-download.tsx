import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { saveFile } from '#lib/save-file.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { downloadFile } from './project.api.ts'

interface FileDownloadProps {
  projectId: string
  file: { id: string; name: string; state: string }
}

/** A file that the member may download; else its name. */
export function FileDownload({ projectId, file: { id, name, state } }: FileDownloadProps) {
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  if (state === 'expired' || !may('files.read')) return <BreakableName name={name} />

  return (
    <>
      <Button
        variant="link"
        loading={busy}
        onClick={() => void attempt(async () => saveFile(await downloadFile(projectId, id), name))}
      >
        {name}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}

import type { ProjectSummary } from '@cotation/contracts'
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { renameProject } from '#features/project/api/project.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface RenameFieldProps {
  project: ProjectSummary
  onDone: () => void
}

/** Edits the name in place: Enter saves, Escape cancels. */
export function RenameField({ project, onDone }: RenameFieldProps) {
  const t = useTranslations()
  const [name, setName] = useState(project.name)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()

    const newName = name.trim()
    if (newName === '' || newName === project.name) return onDone()

    setBusy(true)
    try {
      await renameProject(project, newName)
      onDone()
    } catch {
      // The gateway has already reported the failure; the typed name stays.
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="xs" align="center">
        <TextInput
          aria-label={t('project.projects.newName', { name: project.name })}
          value={name}
          maxLength={120}
          disabled={busy}
          data-autofocus
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone()
          }}
          flex="1 1 12rem"
        />
        <Button type="submit" loading={busy}>
          {t('app.ui.save')}
        </Button>
        <Button variant="default" onClick={onDone} disabled={busy}>
          {t('app.ui.cancel')}
        </Button>
      </Group>
    </form>
  )
}

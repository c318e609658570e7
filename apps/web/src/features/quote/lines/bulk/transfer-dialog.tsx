import type { ProjectView } from '@cotation/contracts'
import { useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ProjectChoice } from './project-choice.tsx'

interface TransferDialogProps {
  opened: boolean
  lineIds: readonly string[]
  project: ProjectView
  actions: Workspace['actions']
  onClose: () => void
}

/** Moves or copies lines to another project, or to a new one. */
export function TransferDialog({ opened, onClose, ...rest }: TransferDialogProps) {
  const t = useTranslations('line.transfer')

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title', { count: rest.lineIds.length })}>
      {opened ? <TransferForm {...rest} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Chosen in place of a project's id. */
const newProject = 'new'

function TransferForm({ lineIds, project, actions, onClose }: Omit<TransferDialogProps, 'opened'>) {
  const t = useTranslations('line.transfer')
  const ui = useTranslations('app.ui')
  const [copy, setCopy] = useState(false)
  const [target, setTarget] = useState<string>()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isNamed = target !== newProject || name.trim() !== ''

  const createProject = async () => {
    const { id } = await api('POST /global/project', { body: { name: name.trim(), service: project.service } })
    return id
  }

  const transfer = async () => {
    if (!target) return

    setBusy(true)

    try {
      const toId = target === newProject ? await createProject() : target
      await actions.transferLines(lineIds, toId, copy)
      toast.success(t(copy ? 'copied' : 'moved', { count: lineIds.length }))
      onClose()
    } catch {
      // The gateway has shown the error; the dialog keeps what was chosen.
      setBusy(false)
    }
  }

  const chooseMode = (mode: string) => {
    setCopy(mode === 'copy')
    if (mode === 'move' && target === project.id) setTarget(undefined)
  }

  return (
    <Stack>
      <RadioGroup label={t('how')} value={copy ? 'copy' : 'move'} onChange={chooseMode}>
        <Row>
          <Radio value="move" label={t('move')} />
          <Radio value="copy" label={t('copy')} />
        </Row>
      </RadioGroup>
      <ProjectChoice
        value={target}
        onChange={setTarget}
        newValue={newProject}
        without={copy ? undefined : project.id}
      />
      {target === newProject ? (
        <TextField
          label={t('newName')}
          value={name}
          maxLength={120}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <Text size="sm">{t(copy ? 'copyNote' : 'moveNote')}</Text>
      <Row justify="end">
        <Button variant="secondary" size="sm" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button size="sm" loading={isBusy} disabled={!target || !isNamed} onClick={() => void transfer()}>
          {t(copy ? 'doCopy' : 'doMove')}
        </Button>
      </Row>
    </Stack>
  )
}

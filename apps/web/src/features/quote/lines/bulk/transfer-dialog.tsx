import type { ProjectView } from '@cotation/contracts'
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
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
  const t = useTranslations('lines.transfer')
  const ui = useTranslations('app.ui')

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title', { count: rest.lineIds.length })}
      centered
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {opened ? <TransferForm {...rest} onClose={onClose} /> : null}
    </Modal>
  )
}

const newProject = 'new'

function TransferForm({ lineIds, project, actions, onClose }: Omit<TransferDialogProps, 'opened'>) {
  const t = useTranslations('lines.transfer')
  const ui = useTranslations('app.ui')
  const [copy, setCopy] = useState(false)
  const [target, setTarget] = useState<string>()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isNamed = target !== newProject || name.trim() !== ''
  const go = async () => {
    if (!target) return

    setBusy(true)

    try {
      const toId =
        target === newProject
          ? (await api('POST /global/project', { body: { name: name.trim(), service: project.service } })).id
          : target
      await actions.transferLines(lineIds, toId, copy)
      toast.success(t(copy ? 'copied' : 'moved', { count: lineIds.length }))
      onClose()
    } catch {
      // The gateway has said why; the dialog stays with what was chosen.
      setBusy(false)
    }
  }

  return (
    <Stack>
      <Radio.Group
        label={t('how')}
        value={copy ? 'copy' : 'move'}
        onChange={(value) => {
          setCopy(value === 'copy')
          if (value === 'move' && target === project.id) setTarget(undefined)
        }}
      >
        <Group mt="xs">
          <Radio value="move" label={t('move')} />
          <Radio value="copy" label={t('copy')} />
        </Group>
      </Radio.Group>
      <ProjectChoice
        value={target}
        onChange={setTarget}
        newValue={newProject}
        without={copy ? undefined : project.id}
      />
      {target === newProject ? (
        <TextInput
          label={t('newName')}
          value={name}
          maxLength={120}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <Text size="sm">{t(copy ? 'copyNote' : 'moveNote')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button loading={isBusy} disabled={!target || !isNamed} onClick={() => void go()}>
          {t(copy ? 'doCopy' : 'doMove')}
        </Button>
      </Group>
    </Stack>
  )
}

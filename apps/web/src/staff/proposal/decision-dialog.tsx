import type { ProposalView } from '@cotation/contracts'
import { maxReasonLength } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type DecisionName, decide } from './proposal.api.ts'
import { useProposalText } from './proposal-text.ts'

interface DecisionDialogProps {
  decision: DecisionName
  proposal: ProposalView
  onClose: () => void
}

/** Asks before a decision, and for its reason. A refusal needs one. */
export function DecisionDialog({ decision, proposal, onClose }: DecisionDialogProps) {
  const t = useTranslations('staff-proposal')
  const describe = useProposalText()
  const { attempt, failure, busy } = useAttempt()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)

  const confirm = () => {
    const isMissing = decision === 'refuse' && reason.trim() === ''
    setReasonMissing(isMissing)
    if (isMissing) return

    void attempt(async () => {
      await decide(decision, proposal.id, reason)
      toast.success(t(`done.${decision}`))
      onClose()
    })
  }

  return (
    <Confirm
      opened
      danger={decision === 'refuse'}
      title={t(`dialog.${decision}`)}
      confirmLabel={t(decision)}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        {/* The server's text is for customers. */}
        {failure?.code === 'ORDER_NOT_CANCELLABLE' ? (
          <Alert role="alert" tone="danger">
            {t('notCancellable', { name: proposal.subjectName })}
          </Alert>
        ) : (
          <FormAlert failure={failure} />
        )}
        <Text>{describe(proposal)}</Text>
        <Text size="sm">{t(`dialog.${decision}Text`)}</Text>
        <TextArea
          label={t('dialog.reason')}
          value={reason}
          limit={maxReasonLength}
          error={isReasonMissing ? t('dialog.reasonNeeded') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

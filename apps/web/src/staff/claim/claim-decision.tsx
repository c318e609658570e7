import type { StaffClaimView } from '@cotation/contracts'
import { type ClaimState, canMoveClaim, type StaffRight } from '@cotation/domain'
import { useState } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { hasTooManyDecimals, parseCents, typedAmount } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { type Decision, type DecisionName, decide, decisions, knownClaim } from './claim.api.ts'
import { useActorName } from './claim-history.tsx'

const maxText = 2000

interface DecisionRule {
  to: ClaimState
  right: StaffRight
}

const rules: Readonly<Record<DecisionName, DecisionRule>> = {
  question: { to: 'question', right: 'claims.judge' },
  accept: { to: 'accepted', right: 'claims.judge' },
  reject: { to: 'rejected', right: 'claims.judge' },
  refund: { to: 'refunded', right: 'money.refund' },
  credit: { to: 'credited', right: 'money.refund' },
}

const isMoney = (name: DecisionName): boolean => name === 'refund' || name === 'credit'

/** What the state allows. New parts that are ordered settle a claim. */
const possibleFor = ({ state, reprint }: StaffClaimView): DecisionName[] =>
  decisions.filter((name) => reprint === null && canMoveClaim(state, rules[name].to))

/** The decision about a claim, beside its evidence. */
export function ClaimDecision({ claim }: { claim: StaffClaimView }) {
  const t = useTranslations('staff-claim.decision')
  const may = useMay()
  const possible = possibleFor(claim)
  const allowed = possible.filter((name) => may(rules[name].right))
  const isSettlementOpen = claim.proposal !== null

  return (
    <Section title={t('title')}>
      <Stack>
        {possible.length === 0 ? <Text>{t('none')}</Text> : null}
        {isSettlementOpen ? <OpenProposal claim={claim} /> : null}
        {/* Always mounted: an open question stays when a colleague decides meanwhile. */}
        <DecisionForm
          key={claim.id}
          claim={claim}
          allowed={isSettlementOpen ? allowed.filter((name) => !isMoney(name)) : allowed}
        />
        <MissingRights needed={possible.map((name) => rules[name].right)} />
      </Stack>
    </Section>
  )
}

/** A refund or credit that a colleague has to approve. */
function OpenProposal({ claim: { proposal } }: { claim: StaffClaimView }) {
  const t = useTranslations('staff-claim.decision')
  const may = useMay()
  const { money, moment } = useFormats('medium')
  if (proposal === null) return null

  const { id, by, amountMinor, proposedBy, proposedAt } = proposal
  return (
    <Alert tone="warning" title={t('proposalTitle')}>
      <p>{t('proposal', { by, amount: money(amountMinor), name: proposedBy, moment: moment(proposedAt) })}</p>
      {may('proposals.use') ? <StaffLink path={`proposals/${id}`}>{t('toProposal')}</StaffLink> : null}
    </Alert>
  )
}

/** Why a person does not see some of the decisions. */
function MissingRights({ needed }: { needed: readonly StaffRight[] }) {
  const t = useTranslations('staff-claim.decision')
  const rights = useTranslations('staff.rights')
  const may = useMay()

  return (
    <>
      {needed.includes('claims.judge') && !may('claims.judge') ? (
        <Hint>{t('needsJudge', { right: rights('claims.judge') })}</Hint>
      ) : null}
      {needed.includes('money.refund') && !may('money.refund') ? (
        <Hint>{t('needsRefund', { right: rights('money.refund') })}</Hint>
      ) : null}
    </>
  )
}

interface Typed {
  chosen: DecisionName | null
  text: string
  /** May not be a number yet. */
  amount: string
}

interface DecisionFormProps {
  claim: StaffClaimView
  allowed: readonly DecisionName[]
}

function DecisionForm({ claim, allowed }: DecisionFormProps) {
  const t = useTranslations('staff-claim.decision')
  const amounts = useTranslations('staff.amount')
  const { money } = useFormats()
  const { language } = useLanguage()
  const { typed, change, clear } = useDraft<Typed>(`claim:${claim.id}`, () => ({
    chosen: null,
    text: '',
    amount: typedAmount(claim.valueMinor, language),
  }))
  const [isChecked, setChecked] = useState(false)
  const [asked, setAsked] = useState<Decision | null>(null)

  const { text, amount } = typed
  const name = allowed.find((one) => one === typed.chosen) ?? null
  const isTextMissing = name !== 'accept' && text.trim() === ''
  const isTextTooLong = text.trim().length > maxText
  const amountMinor = parseCents(amount, language) ?? 0
  const isAmountWrong = name !== null && isMoney(name) && (amountMinor <= 0 || amountMinor > claim.valueMinor)

  const amountError = hasTooManyDecimals(amount, language)
    ? amounts('decimals')
    : t('amountWrong', { amount: money(claim.valueMinor) })

  const review = () => {
    setChecked(true)
    if (name === null || isTextMissing || isTextTooLong || isAmountWrong) return
    setAsked({ name, text, amountMinor })
  }

  const finish = () => {
    setAsked(null)
    clear()
    setChecked(false)
  }

  return (
    <>
      {allowed.length === 0 ? null : (
        <Stack>
          <RadioGroup
            label={t('label')}
            value={name}
            error={isChecked && name === null ? t('missing') : undefined}
            onChange={(value) => {
              change({ chosen: decisions.find((one) => one === value) ?? null })
              setChecked(false)
            }}
          >
            {allowed.map((one) => (
              <DecisionRadio key={one} name={one} />
            ))}
          </RadioGroup>
          {name !== null && isMoney(name) ? (
            <TextField
              label={t('amount')}
              description={t('amountHint', { amount: money(claim.valueMinor) })}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              error={isChecked && isAmountWrong ? amountError : undefined}
              onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
            />
          ) : null}
          {name === null ? null : (
            <TextArea
              label={t(`texts.${name}`)}
              description={t('textHint')}
              rows={4}
              limit={maxText}
              value={text}
              error={isChecked && isTextMissing ? t(`textMissing.${name}`) : undefined}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
          )}
          <Row>
            <ActionButton variant={name === 'reject' ? 'danger' : 'primary'} onClick={review}>
              {name === null ? t('go') : t(`actions.${name}`)}
            </ActionButton>
          </Row>
        </Stack>
      )}
      {asked ? <ConfirmDecision claim={claim} decision={asked} onDone={finish} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function DecisionRadio({ name }: { name: DecisionName }) {
  const label = useTranslations('staff-claim.decision')(`names.${name}`)
  const radio = usePressAction<HTMLInputElement>(label)

  return <Radio ref={radio} value={name} label={label} />
}

interface ConfirmDecisionProps {
  claim: StaffClaimView
  decision: Decision
  onDone: () => void
  onClose: () => void
}

/** Asks before a decision reaches the customer. */
function ConfirmDecision({ claim, decision, onDone, onClose }: ConfirmDecisionProps) {
  const t = useTranslations('staff-claim.decision')
  const { money } = useFormats()
  const { attempt, failure, busy } = useAttempt()
  const { name, text, amountMinor } = decision
  const amount = money(amountMinor)

  const confirm = () =>
    attempt(async () => {
      const proposal = await decide(claim.id, decision)
      if (proposal) toast.warning(t('proposed'))
      else toast.success(t(`done.${name}`, { amount }))
      onDone()
    })

  return (
    <Confirm
      opened
      danger={name === 'reject'}
      title={t(`confirmTitle.${name}`, { amount })}
      confirmLabel={t(`actions.${name}`)}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Stack>
        <ClaimRefusal claimId={claim.id} failure={failure} />
        <Text>{t(`confirmText.${name}`)}</Text>
        {text.trim() === '' ? null : <Text size="sm">{t('quoted', { text })}</Text>}
      </Stack>
    </Confirm>
  )
}

/** A refusal; if the claim has changed meanwhile, with who did what. */
export function ClaimRefusal({ claimId, failure }: { claimId: string; failure: ApiError | null }) {
  const t = useTranslations('staff-claim')
  const { moment } = useFormats('medium')
  const actorName = useActorName()
  const isOvertaken = failure?.code === 'CLAIM_STATE' || failure?.code === 'WORK_ORDER_USED'
  const last = isOvertaken ? knownClaim(claimId)?.history.at(-1) : undefined

  return (
    <FormAlert failure={failure}>
      {last ? (
        <p>{t('overtaken', { event: t(`events.${last.to}`), actor: actorName(last), moment: moment(last.at) })}</p>
      ) : null}
    </FormAlert>
  )
}

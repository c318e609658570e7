import type { LineOrderView } from '@cotation/contracts'
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconMessageQuestion,
  IconPlayerPause,
  IconPlayerPlay,
  IconProgress,
  IconShoppingBagCheck,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useQuantityFault } from '#features/quote/workspace/use-quantity-draft.ts'
import type { LineProgress } from '#features/quote/workspace/work-line.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import classes from './lines.module.css'
import type { CellProps } from './row-actions.ts'

const icons = {
  ready: IconCircleCheck,
  analysing: IconProgress,
  'needs-decision': IconAlertTriangle,
  configuring: IconAdjustmentsHorizontal,
  'manual-quote': IconMessageQuestion,
  expired: IconClockX,
  ordered: IconShoppingBagCheck,
} as const

/**
 * The status by icon, word and colour; below it the upload progress, or what the customer must do.
 */
export function StatusCell(props: CellProps) {
  const { line, texts } = props
  const { word, detail, tone } = texts.status(line)
  const Icon = icons[line.status]
  const wrongQuantity = useQuantityFault(line)

  // While a file is on its way, only a full storage needs an explanation.
  const isExplained = line.progress === undefined || line.progress.step === 'storageFull'
  const shownDetail = isExplained ? detail : undefined

  // The verdict is about the quantity before: the line is not ready as the customer wants it.
  if (wrongQuantity)
    return (
      <span className={classes.status} data-tone="asked">
        <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
        {texts.t('quantityFault.status')}
      </span>
    )

  return (
    <>
      <span className={classes.status} data-tone={tone}>
        <Icon size={16} aria-hidden className={classes.icon} />
        {word}
      </span>
      {line.view.order ? <OrderedAs {...props} order={line.view.order} /> : null}
      {line.progress ? <UploadProgress {...props} progress={line.progress} /> : null}
      {shownDetail ? (
        <span className={classes.detail} title={shownDetail}>
          {shownDetail}
        </span>
      ) : null}
    </>
  )
}

/** The order of the line, and the way to order the part once more. */
function OrderedAs({ line: { id, name }, order, texts: { t }, on, tabIndex }: CellProps & { order: LineOrderView }) {
  const { orderId, number, isUnpaid } = order

  return (
    <>
      <Link
        to="/user/order/detail/$orderId"
        params={{ orderId }}
        search={{}}
        className={classes.ordered}
        tabIndex={tabIndex}
      >
        {isUnpaid ? t('ordered.unpaid', { number }) : number}
      </Link>
      <Button
        variant="link"
        className={classes.ordered}
        tabIndex={tabIndex}
        aria-label={t('ordered.againOf', { name })}
        onClick={() => on.orderAgain(id)}
      >
        {t('ordered.again')}
      </Button>
    </>
  )
}

/** The progress of a file, with buttons to pause, resume or cancel it. */
function UploadProgress({ progress, ...cell }: CellProps & { progress: LineProgress }) {
  const { t, share } = cell.texts
  const { step, done, isLong } = progress
  const word = t(isLong ? 'progress.long' : `progress.${step}`)
  const isStopped = step === 'interrupted' || step === 'storageFull'

  return (
    <span className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={t('progress.of', { name: cell.line.name })}
        {...(done === undefined ? {} : { value: done })}
        max={1}
      />
      <span className={classes.progressText}>
        {/* The status above already says that it has stopped; the button needs the room. */}
        <span className={classes.step} title={word}>
          {isStopped ? null : word}
          {isStopped || done === undefined ? null : ` ${share(Math.floor(done * 100) / 100)}`}
        </span>
        <ProgressButtons {...cell} step={step} />
      </span>
    </span>
  )
}

const progressIcons = { pause: IconPlayerPause, resume: IconPlayerPlay, cancel: IconX }

function ProgressButtons({
  line: { id, name },
  step,
  texts: { t },
  on,
  tabIndex,
}: CellProps & Pick<LineProgress, 'step'>) {
  // Once the server has the file, it can no longer be paused; removing the line still cancels it.
  const isSending = step === 'uploading' || step === 'waiting' || step === 'parsing'

  const button = (action: keyof typeof progressIcons) => {
    const Icon = progressIcons[action]
    return (
      <IconButton
        variant="secondary"
        size="xs"
        className={classes.small}
        tabIndex={tabIndex}
        aria-label={t(`progress.${action}Of`, { name })}
        onClick={() => on[action](id)}
      >
        <Icon size={14} aria-hidden />
      </IconButton>
    )
  }

  return (
    <>
      {isSending ? button('pause') : null}
      {step === 'paused' || step === 'storageFull' ? button('resume') : null}
      {step === 'interrupted' ? (
        <Button
          variant="link"
          className={classes.again}
          tabIndex={tabIndex}
          aria-label={t('progress.againOf', { name })}
          onClick={() => on.resume(id)}
        >
          {t('progress.again')}
        </Button>
      ) : null}
      {button('cancel')}
    </>
  )
}

import { accountRoutes } from '@cotation/contracts'
import { useEffect, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './account.module.css'
import { useProfileUpdate } from './profile.api.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/**
 * The picture being sent, shown before the server has it; the browser's handle on the file is let
 * go afterwards.
 */
function usePreview() {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])
  return {
    preview,
    show: (file: File) => setPreview(URL.createObjectURL(file)),
    clear: () => setPreview(null),
  }
}

interface ProfilePictureProps {
  imageUrl: string | null
  name: string
}

export function ProfilePicture({ imageUrl, name }: ProfilePictureProps) {
  const t = useTranslations('account.picture')
  const failureText = useFailureText()
  const updateProfile = useProfileUpdate()
  const { preview, show, clear } = usePreview()
  const [problem, setProblem] = useState<string | null>(null)
  const sending = preview !== null

  const upload = async (file: File) => {
    if (sending) return
    if (!pictureTypes.includes(file.type)) return setProblem(t('unsupported'))
    if (file.size > accountRoutes.uploadImage.upload.maxBytes) return setProblem(t('tooLarge'))

    setProblem(null)
    show(file)

    try {
      const saved = await api('POST /global/account/uploadImage', { upload: file }, { quiet: true })
      await updateProfile((before) => ({ ...before, imageUrl: saved.imageUrl }))
      toast.success(t('saved'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(failureText(error))
    } finally {
      clear()
    }
  }

  return (
    <section className={classes.card} aria-labelledby="picture-title">
      <Heading level={2} id="picture-title" className={classes.heading}>
        {t('title')}
      </Heading>
      <Row gap="lg">
        <Avatar src={preview ?? imageUrl} alt={t('alt')} name={name} />
        <Stack gap="xs" align="start" className={classes.pictureTexts}>
          <FileButton
            label={imageUrl ? t('replace') : t('choose')}
            busy={sending}
            accept={pictureTypes.join(',')}
            size="sm"
            onFiles={([file]) => file && void upload(file)}
          />
          <Text size="sm" tone="soft" role="status">
            {sending ? t('uploading') : t('hint')}
          </Text>
          {problem && (
            <Text size="sm" tone="danger" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
      </Row>
    </section>
  )
}

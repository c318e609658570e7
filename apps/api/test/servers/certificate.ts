import { execFileSync, spawnSync } from 'node:child_process'

/** A package of Debian; the tests that need it are skipped elsewhere. */
export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

interface CertificateFiles {
  certificateFile: string
  keyFile: string
}

interface CertificateTerms {
  days: number
  /** As OpenSSL writes them; this machine by default. */
  names?: string
}

/** Writes a certificate that signs itself: clients must trust it as an authority. */
export function makeCertificate(
  { certificateFile, keyFile }: CertificateFiles,
  { days, names = 'DNS:localhost,IP:127.0.0.1' }: CertificateTerms,
): void {
  const subject = ['-subj', '/CN=devis.example.com', '-addext', `subjectAltName=${names}`]
  const kind = ['-x509', '-days', String(days), '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  })
}

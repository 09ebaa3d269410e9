import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '#src/settings/webhooks/verify-page.tsx';

export const Route = createFileRoute('/_app/settings/webhooks/verify')({ component: VerifyPage });

import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '#src/shell/error-page.tsx';

/** Every address that no other page has. */
export const Route = createFileRoute('/_app/$')({ component: NotFoundPage });

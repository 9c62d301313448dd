-- Why: who corrects what was read in a photo sees the photo beside it. Telegram keeps the picture
-- that the bot has sent, and gives it again by this name; the bot still keeps no photo.

alter table drafts add column picture text;     -- null: nobody has corrected it since it was sent

"""What fills a role's contract: a chat model, or an algorithm without a model."""

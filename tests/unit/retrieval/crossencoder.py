"""A CrossEncoder that needs no download."""

from pathlib import Path

from graphmem.adapters.weights import model_folder
from graphmem.settings import load_settings


def save_tiny(folder: Path, *, labels: int = 1) -> Path:
    """Save a BERT of two narrow layers and random weights, with the packaged model's vocabulary."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    packaged = model_folder(load_settings().cache)
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(str(packaged))
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
    )
    config.num_labels = labels
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
